import type { EngineFlags, HostOptionName, Options, Peer, PermissionMode, Transport } from '@inboard/wire';
import type { Memory } from '../context/memory/memory.js';
import type { Plugin, PluginProblem } from '../plugin/plugin.js';
import type { OutputStyle } from '../context/output-style.js';
import type { Reminders } from '../context/reminders.js';
import type { OpeningPart } from '../context/opening.js';
import type { PromptChoice } from '../context/system-prompt.js';
import type { AgentRegistry } from '../agent/agent-registry.js';
import type { CommandRegistry } from '../command/command-registry.js';
import type { HookDispatcher } from '../hook/dispatch.js';
import type { HookRegistry } from '../hook/registry.js';
import type { PromptQueue } from '../input/prompt-queue.js';
import type { McpServers } from '../mcp/mcp-servers.js';
import type { ModelCatalog } from '../model/catalog.js';
import type { Model } from '../model/model.js';
import type { Output } from '../output/output.js';
import type { PermissionState } from '../permission/state.js';
import type { Environment } from '../port/environment.js';
import type { Port } from '../port/port.js';
import type { Conversation } from '../session/conversation.js';
import type { FileSnapshots } from '../session/file-snapshots.js';
import type { Ledger } from '../session/ledger.js';
import type { SessionLog } from '../session/log.js';
import type { Mirror } from '../session/store/mirror.js';
import type { ResultFiles } from '../session/result-files.js';
import type { EnvFile } from '../process/env-file.js';
import type { Sandbox } from '../process/sandbox/sandbox.js';
import type { TaskRegistry } from '../process/task-registry.js';
import type { SkillFinder } from '../skill/skill-finder.js';
import type { SettingsLayer } from '../setting/settings.js';
import type { SettingsChange } from '../setting/watch.js';
import type { StartOutcome } from './start-hooks.js';
import type { StructuredOutput } from './structured/structured-output.js';
import type { AgentRunner } from '../tool/run-agent.js';
import type { ToolRegistry } from '../tool/registry.js';
import type { ToolState } from '../tool/state.js';

/** What an engine is made with: the options of `query()` that concern it, and a few that only a command line has. */
export interface EngineOptions extends Omit<Options, HostOptionName>, EngineFlags {
  cwd: string;
  env: Environment;
  /** Runs the Setup hooks before the SessionStart hooks, also when no prompt comes. */
  setup?: 'init' | 'maintenance';
  /** Replaces the table of models and prices. */
  catalog?: ModelCatalog;
  port?: Port;
  /** Given the records of a session that could not be saved, one JSON per line, at its end. */
  onUnsaved?: (path: string, lines: string) => void;
  /** Given one line for the debug log; its first word says what it is about. */
  debugLog?: (line: string) => void;
  /** What the debug log is to be about: `a,b` for these, `!a` for all others. */
  debugFilter?: string;
}

/** What can change while a session runs. */
export interface SessionSettings {
  model: string;
  /** `undefined`: the model's default; 0: off. */
  thinkingTokens: number | undefined;
  system: readonly string[];
}

/** The agent that the main conversation runs as. */
export interface MainAgent {
  readonly name: string;
  isApplied: boolean;
  /** Said before the first prompt; taken with it. */
  initialPrompt?: string | undefined;
}

/** Everything one session is made of. */
export interface Session {
  readonly id: string;
  readonly options: EngineOptions;
  readonly port: Port;
  readonly catalog: ModelCatalog;
  readonly transport: Transport;
  readonly prompts: PromptQueue;
  readonly conversation: Conversation;
  readonly ledger: Ledger;
  readonly log: SessionLog;
  /** Copies transcripts into the caller's store. */
  readonly mirror: Mirror | undefined;
  /** Copies of files before they are changed, when the caller wants to rewind. */
  readonly snapshots: FileSnapshots | undefined;
  /** Keeps what has changed of the model, mode and grants of this session. Throws when it cannot be written. */
  remember(): void;
  /** Writes an index into the transcript, for the next resume. May throw. */
  checkpoint(): void;
  readonly output: Output;
  readonly model: Model;
  readonly tools: ToolRegistry;
  readonly hooks: HookDispatcher;
  readonly hookRegistry: HookRegistry;
  readonly permissions: PermissionState;
  /** The kinds of subagents there are. */
  readonly agents: AgentRegistry;
  /** Starts subagents for a session; nothing when it is as deep as they may go. */
  readonly createAgents: (session: Session) => AgentRunner | undefined;
  /** Ids of subagents that are at work, at any depth. */
  readonly runningAgents: Set<string>;
  readonly commands: CommandRegistry;
  readonly mcp: McpServers;
  readonly peer: Peer<'engine'>;
  /** The host has a callback that can be asked about calls. */
  readonly hasHost: boolean;
  /** Set in the session of a subagent. */
  readonly agent?: {
    id: string;
    type: string;
    depth: number;
    /** What it is called, in a team. */ teammate?: { name: string; team: string };
  };
  readonly toolState: ToolState;
  readonly tasks: TaskRegistry;
  readonly results: ResultFiles;
  /** Variables that hooks leave for commands. */
  readonly envFile: EnvFile;
  /** Confines shell commands. */
  readonly sandbox: Sandbox | undefined;
  readonly settings: SessionSettings;
  /** The agent that the main conversation runs as, if it does. */
  /** Offers the host a next prompt after each result. */
  suggestsPrompts: boolean;
  readonly mainAgent: MainAgent | undefined;
  /** The answer in JSON that the caller asked for, if it did. */
  structured: StructuredOutput | undefined;
  /** Asks for answers by this schema from the next turn on. Throws an AgentError when the schema makes no sense. */
  setOutputSchema(schema: Record<string, unknown>): void;
  readonly recovered: { skipped: number; atBytes: number[] } | undefined;
  /** Aborted when the session must end now. */
  readonly signal: AbortSignal;
  /** The settings of this session, weakest first. */
  settingsLayers: readonly SettingsLayer[];
  /** Settings that were found and not applied, with the reason. */
  readonly notApplied: readonly string[];
  /** What a person should know from the start; said once, with the first turn. */
  notices: string[];
  readonly styles: readonly OutputStyle[];
  /** The style of answers, by name. */
  readonly outputStyle: string;
  readonly reminders: Reminders;
  readonly plugins: readonly Plugin[];
  readonly pluginProblems: readonly PluginProblem[];
  /** Skills that wait for a file they are for. */
  readonly skillFinder: SkillFinder;
  /** Instructions that people left in files. */
  readonly memory: Memory;
  /** What every conversation of this session begins with. */
  readonly opening: readonly OpeningPart[];
  /** Runs the Setup and SessionStart hooks, the first time only; returns what they came to. */
  startHooks(signal: AbortSignal): Promise<StartOutcome>;
  /** Settings files that have changed since this was asked the last time. */
  changedSettings(): SettingsChange[];
  setPermissionMode(mode: PermissionMode): void;
  /** Replaces the system prompt from the next request on. */
  setPrompt(choice: PromptChoice): void;
  /** Tokens the last request and its reply took up in the context window. */
  contextTokens: number | undefined;
  /** Stops the running turn, if there is one. */
  stopTurn: ((reason: Error) => void) | undefined;
}
