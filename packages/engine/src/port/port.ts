import { randomUUID } from 'node:crypto';
import type { Uuid } from '@inboard/wire';

/** The parts of the world that a test wants to fix: time, ids and chance. */
export interface Port {
  /** Wall-clock time, for records people read. */
  now(): Date;
  /** Milliseconds that never run backwards, for durations and limits. */
  monotonic(): number;
  newId(): Uuid;
  /** A number from 0 up to 1. */
  random(): number;
}

export const realPort: Port = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  newId: () => randomUUID(),
  random: () => Math.random(),
};
