/** The examples, by file name without its ending. */
export const exampleNames: string[];
/** Compiles every example. Returns where each one is. */
export function compileExamples(): Promise<Record<string, string>>;
