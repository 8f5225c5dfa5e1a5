import * as z from 'zod';
import { lazy } from '../lazy.js';

/** What changed in a file, as hunks of a diff. */
export const structuredPatch = lazy(() =>
  z.array(z.object({ oldStart: z.number(), oldLines: z.number(), newStart: z.number(), newLines: z.number(), lines: z.array(z.string()) })),
);

/** The same as git sees it, where the file is in a repository. */
export const gitDiff = lazy(() =>
  z.object({
    filename: z.string(),
    status: z.string(),
    additions: z.number(),
    deletions: z.number(),
    changes: z.number(),
    patch: z.string(),
    repository: z.string().nullable().optional(),
  }),
);
