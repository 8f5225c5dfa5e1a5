/**
 * The Messages API types our messages carry. They are the vendor's own declarations (a type-only
 * optional peer), so that a message of ours can be handed to their client and back without a cast.
 */
export type {
  BetaContentBlock as ApiContentBlock,
  BetaMessage as ApiMessage,
  BetaRawMessageStreamEvent as ApiStreamEvent,
  BetaUsage as ApiUsage,
} from '@anthropic-ai/sdk/resources/beta/messages/messages.mjs';
export type {
  ContentBlockParam as ApiContentBlockParam,
  MessageParam as ApiMessageParam,
} from '@anthropic-ai/sdk/resources/messages/messages.mjs';
