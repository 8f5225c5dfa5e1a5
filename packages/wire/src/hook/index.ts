import type { HookDefinition, Infer } from '../define.js';
import type { BaseHookInput } from './base-input.js';
import { configChangeHook } from './config-change.js';
import { notificationHook } from './notification.js';
import { permissionDeniedHook } from './permission-denied.js';
import { permissionRequestHook } from './permission-request.js';
import { postCompactHook } from './post-compact.js';
import { postToolBatchHook } from './post-tool-batch.js';
import { postToolUseHook } from './post-tool-use.js';
import { postToolUseFailureHook } from './post-tool-use-failure.js';
import { preCompactHook } from './pre-compact.js';
import { preToolUseHook } from './pre-tool-use.js';
import { sessionEndHook } from './session-end.js';
import { sessionStartHook } from './session-start.js';
import { setupHook } from './setup.js';
import { stopHook } from './stop.js';
import { stopFailureHook } from './stop-failure.js';
import { subagentStartHook } from './subagent-start.js';
import { subagentStopHook } from './subagent-stop.js';
import { taskCompletedHook } from './task-completed.js';
import { teammateIdleHook } from './teammate-idle.js';
import { userPromptSubmitHook } from './user-prompt-submit.js';
import { worktreeCreateHook } from './worktree-create.js';
import { worktreeRemoveHook } from './worktree-remove.js';

export * from './base-input.js';
export * from './exit-reason.js';
export * from './output.js';
export * from './registration.js';

/** Every hook event. */
export const hooks = {
  PreToolUse: preToolUseHook,
  PostToolUse: postToolUseHook,
  PostToolUseFailure: postToolUseFailureHook,
  Notification: notificationHook,
  UserPromptSubmit: userPromptSubmitHook,
  SessionStart: sessionStartHook,
  SessionEnd: sessionEndHook,
  Stop: stopHook,
  SubagentStart: subagentStartHook,
  SubagentStop: subagentStopHook,
  PreCompact: preCompactHook,
  PermissionRequest: permissionRequestHook,
  Setup: setupHook,
  TeammateIdle: teammateIdleHook,
  TaskCompleted: taskCompletedHook,
  ConfigChange: configChangeHook,
  WorktreeCreate: worktreeCreateHook,
  WorktreeRemove: worktreeRemoveHook,
  PostToolBatch: postToolBatchHook,
  PostCompact: postCompactHook,
  PermissionDenied: permissionDeniedHook,
  StopFailure: stopFailureHook,
} as const satisfies Record<string, HookDefinition>;

export type Hooks = typeof hooks;
export type HookEvent = keyof Hooks;
/** What a hook of one event is given. */
export type HookInputFor<E extends HookEvent> = BaseHookInput & { hook_event_name: E } & Infer<Hooks[E]['input']>;
/** What a hook of one event may put under `hookSpecificOutput`. */
export type HookSpecificOutput<E extends HookEvent> = { hookEventName: E } & Infer<Hooks[E]['output']>;
/** Any hook input. */
export type HookInput = { [E in HookEvent]: HookInputFor<E> }[HookEvent];

/** The events of the published SDK, in its order, followed by ours. */
export const HOOK_EVENTS = Object.keys(hooks) as readonly HookEvent[]; // the keys of a const object are its names
