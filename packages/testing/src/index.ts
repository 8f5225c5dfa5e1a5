export { text, thinking, toolUse, type ScriptedBlock } from './model/blocks.js';
export { defaultUsage, encodeEvents, eventsOf, type ReplyShape, type ScriptedEvent } from './model/events.js';
export {
  bytes,
  cutAfter,
  errorEvent,
  reply,
  reset,
  silence,
  status,
  stream,
  type After,
  type Answer,
  type RecordedRequest,
  type Step,
  type StreamOptions,
} from './model/script.js';
export { modelThatSays, ScriptedModel } from './model/server.js';
export { blocksIn, kindsOf, prompt, resultsOf, textsOf, toolResultsOf } from './build/messages.js';
export { checkTraffic, type TrafficLine } from './conformance/check-traffic.js';
