import { lazy } from '../lazy.js';
import * as z from 'zod';

/** A question to the other side. The sender picks an id that none of its open requests uses. */
export const controlRequest = lazy(() =>
  z.object({ type: z.literal('control_request'), request_id: z.string(), request: z.looseObject({ subtype: z.string() }) }),
);
export type ControlRequest = { type: 'control_request'; request_id: string; request: { subtype: string; [field: string]: unknown } };

// Each of them is checked when it is taken up: one that makes no sense must not spoil the answer that carries it.
const pending = () => z.array(z.unknown()).optional();

/** The answer to one request. `pending_permission_requests` are questions still waiting for this host. */
export const controlResponse = lazy(() =>
  z.object({
    type: z.literal('control_response'),
    response: z.discriminatedUnion('subtype', [
      z.object({
        subtype: z.literal('success'),
        request_id: z.string(),
        response: z.unknown().optional(),
        pending_permission_requests: pending(),
      }),
      z.object({ subtype: z.literal('error'), request_id: z.string(), error: z.string(), pending_permission_requests: pending() }),
    ]),
  }),
);
export type ControlResponse = {
  type: 'control_response';
  response:
    | { subtype: 'success'; request_id: string; response?: unknown; pending_permission_requests?: ControlRequest[] }
    | { subtype: 'error'; request_id: string; error: string; pending_permission_requests?: ControlRequest[] };
};

/** Withdraws a request; there is no answer to it. */
export const controlCancelRequest = lazy(() => z.object({ type: z.literal('control_cancel_request'), request_id: z.string() }));
export type ControlCancelRequest = { type: 'control_cancel_request'; request_id: string };

/** Says that the connection is alive; ignored by its receiver. */
export type KeepAlive = { type: 'keep_alive' };
