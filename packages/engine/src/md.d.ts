/** Prompts live in Markdown files; the build turns each into its text. */
declare module '*.md' {
  const text: string;
  export default text;
}
