export { text, thinking, toolUse, type ScriptedBlock } from './model/blocks.js';
export { encodeEvents, type Compression, type EncodeOptions } from './model/encode.js';
export {
  beginTwice,
  defaultUsage,
  eventsOf,
  leaveOut,
  messageOf,
  pieceFirst,
  type ReplyShape,
  type ScriptedEvent,
} from './model/events.js';
export { ScriptedProxy, type ProxyOptions } from './model/proxy.js';
export {
  bytes,
  cutAfter,
  errorEvent,
  later,
  page,
  pingsOnly,
  redirect,
  reply,
  reset,
  resetAfterHeaders,
  retryAfter,
  silence,
  status,
  stream,
  wholeMessage,
  type After,
  type Answer,
  type RecordedRequest,
  type Step,
  type StreamOptions,
} from './model/script.js';
export { modelThatSays, ScriptedModel, type ServerOptions } from './model/server.js';
export { blocksIn, kindsOf, prompt, resultsOf, textsOf, toolResultsOf } from './build/messages.js';
export { checkTraffic, type TrafficLine } from './conformance/check-traffic.js';
export { checkTranscript } from './conformance/check-transcript.js';
