/** Bundles packages into their `dist` folders; all of them when none is named. */
export function bundle(names?: string[]): Promise<void>;
/** Writes the type declarations of every package. */
export function declarations(): void;
/** The packages of this workspace, in the order they depend on each other. */
export const packageNames: string[];
