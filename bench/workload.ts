/** Calls of Read in the tool loop. */
export const toolSteps = 50;
/** Pieces of text in the long reply. */
export const deltaCount = 20_000;
/** Sessions that run at the same time. */
export const concurrent = 100;
