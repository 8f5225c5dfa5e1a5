/** The version of this engine. */
export const version = '0.1.0';
