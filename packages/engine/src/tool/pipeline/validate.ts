import { failed } from '../define.js';
import { endCall, type Stage } from './call.js';

/** Checks the input against the tool's schema. */
export const validate: Stage = (call) => {
  const parsed = call.tool!.parse(call.input); // `find` has set it
  if ('input' in parsed) call.input = parsed.input;
  else endCall(call, failed(`The input of ${call.name} is not valid: ${parsed.problem}`));
};
