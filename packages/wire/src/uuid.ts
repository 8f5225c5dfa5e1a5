/** A UUID as the wire carries it; the same shape as the one in `node:crypto`. */
export type Uuid = `${string}-${string}-${string}-${string}-${string}`;
