import { settingOf, type ResolvedSettings } from '../setting/resolve.js';

const mostText = 500;

/** What settings want the model to know about answers and commits, one line each. */
export function settingNotes(resolved: Pick<ResolvedSettings, 'layers'>): string[] {
  const language = settingOf(resolved, 'language')?.value.trim();
  const { commit, pr } = attributionOf(resolved);
  return [
    ...(language === undefined || language === '' ? [] : [`Language: write to the user in ${oneLine(language, 60)}`]),
    ...(commit === undefined ? [] : [`Commit messages end with: ${oneLine(commit, mostText)}`]),
    ...(pr === undefined ? [] : [`Pull requests end with: ${oneLine(pr, mostText)}`]),
  ];
}

const byDefault = { commit: 'Assisted-by: Inboard', pr: 'Made with Inboard.' };

/** Nothing is added to commits unless settings ask for it. */
function attributionOf(resolved: Pick<ResolvedSettings, 'layers'>): { commit?: string | undefined; pr?: string | undefined } {
  if (!speaksOfGit(resolved)) return {};
  const attribution = settingOf(resolved, 'attribution')?.value ?? settingOf(resolved, 'includeCoAuthoredBy')?.value;
  if (typeof attribution === 'boolean' || attribution === undefined) return attribution ? byDefault : {};
  const { commit, pr } = attribution;
  return { commit: commit || undefined, pr: pr || undefined };
}

/** Whether the model is told about git. */
export function speaksOfGit(resolved: Pick<ResolvedSettings, 'layers'>): boolean {
  return settingOf(resolved, 'includeGitInstructions')?.value ?? true;
}

/** Line ends as `\n`, so that a text stays on its line. */
function oneLine(text: string, most: number): string {
  return text
    .trim()
    .slice(0, most)
    .replaceAll(/\r?\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');
}
