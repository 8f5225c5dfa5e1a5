import * as z from 'zod';
import type { ApiMessage, ApiMessageParam, ApiStreamEvent, ApiUsage } from './api.js';
import { lazy } from './lazy.js';
import type { Uuid } from './uuid.js';

type Check = (value: unknown) => boolean;
const isRecord: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const has = (value: unknown, key: string, test: Check) => isRecord(value) && test((value as Record<string, unknown>)[key]);
const isText: Check = (value) => typeof value === 'string';
const isContent: Check = (value) => isText(value) || (Array.isArray(value) && value.every((block) => has(block, 'type', isText)));

/** Pieces that many definitions share. API objects are checked for shape only: the API owns them. */
export const shared = {
  uuid: lazy(() => z.custom<Uuid>(isText, 'expected a UUID')),
  record: lazy(() => z.record(z.string(), z.unknown())),
  apiMessage: lazy(() => z.custom<ApiMessage>((value) => has(value, 'content', isContent), 'expected an API message')),
  messageParam: lazy(() =>
    z.custom<ApiMessageParam>(
      (value) => has(value, 'role', isText) && has(value, 'content', isContent),
      'expected { role, content } where content is a string or a list of blocks with a type',
    ),
  ),
  streamEvent: lazy(() => z.custom<ApiStreamEvent>((value) => has(value, 'type', isText), 'expected an API stream event')),
  usage: lazy(() => z.custom<NonNullableUsage>(isRecord, 'expected usage counters')),
  parent: lazy(() => z.string().nullable()),
};

/** API usage counters with every nullable field filled in. */
export type NonNullableUsage = { [K in keyof ApiUsage]: NonNullable<ApiUsage[K]> };
