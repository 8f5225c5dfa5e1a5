/** Wraps a builder so that it runs on first use only: importing a definition builds no schema. */
export function lazy<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => (built ??= { value: build() }).value;
}
