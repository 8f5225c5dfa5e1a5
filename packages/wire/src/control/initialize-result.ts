import { lazy } from '../lazy.js';
import * as z from 'zod';

/** A slash command the session offers. */
export const slashCommand = lazy(() => z.object({ name: z.string(), description: z.string(), argumentHint: z.string() }));
export type SlashCommand = z.infer<ReturnType<typeof slashCommand>>;

/** A model the session offers. */
export const modelInfo = lazy(() =>
  z.object({
    value: z.string(),
    displayName: z.string(),
    description: z.string(),
    supportsEffort: z.boolean().optional(),
    supportedEffortLevels: z.array(z.enum(['low', 'medium', 'high', 'max'])).optional(),
    supportsAdaptiveThinking: z.boolean().optional(),
  }),
);
export type ModelInfo = z.infer<ReturnType<typeof modelInfo>>;

/** Who pays, as far as the engine knows. */
export const accountInfo = lazy(() =>
  z.object({
    email: z.string().optional(),
    organization: z.string().optional(),
    subscriptionType: z.string().optional(),
    tokenSource: z.string().optional(),
    apiKeySource: z.string().optional(),
  }),
);
export type AccountInfo = z.infer<ReturnType<typeof accountInfo>>;

/** What an engine offers, as answered to `initialize`. */
export const initializeResult = lazy(() =>
  z.object({
    commands: z.array(slashCommand()),
    output_style: z.string(),
    available_output_styles: z.array(z.string()),
    models: z.array(modelInfo()),
    account: accountInfo(),
    agents: z.array(z.object({ name: z.string(), description: z.string(), model: z.string().optional() })).optional(),
    pid: z.number().optional(),
    /** What this engine can do beyond the protocol of old, by name. */
    capabilities: z.array(z.string()).optional(),
    /** Set by engines that know `onFailure` of a hook matcher. */
    hook_on_failure_supported: z.boolean().optional(),
  }),
);
export type InitializeResult = z.infer<ReturnType<typeof initializeResult>>;
