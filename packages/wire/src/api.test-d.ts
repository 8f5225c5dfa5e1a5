import type { BetaMessage, BetaRawMessageStreamEvent, BetaUsage } from '@anthropic-ai/sdk/resources/beta/messages/messages.mjs';
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages/messages.mjs';
import type {
  ApiMessage,
  ApiMessageParam,
  ApiStreamEvent,
  ApiUsage,
  AssistantMessage,
  StreamEventMessage,
  StreamMessage,
  UserMessage,
} from './index.js';

declare function same<A, B extends A>(..._: A extends B ? [] : [never]): void;

same<ApiMessage, BetaMessage>();
same<ApiMessageParam, MessageParam>();
same<ApiStreamEvent, BetaRawMessageStreamEvent>();
same<ApiUsage, BetaUsage>();

// What our messages carry is theirs, with no cast on the way.
same<AssistantMessage['message'], BetaMessage>();
same<UserMessage['message'], MessageParam>();
same<StreamEventMessage['event'], BetaRawMessageStreamEvent>();

// @ts-expect-error a message is no stream event: `same` must be able to say no
same<ApiMessage, ApiStreamEvent>();

// The union is told apart by its type and subtype.
declare const message: StreamMessage;
if (message.type === 'result' && message.subtype === 'success') message.result satisfies string;
if (message.type === 'result' && message.subtype === 'error_max_turns') message.errors satisfies string[];
if (message.type === 'system' && message.subtype === 'init') message.tools satisfies string[];
// @ts-expect-error only a success has a result
if (message.type === 'result') message.result satisfies string;
