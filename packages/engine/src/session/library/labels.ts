import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person has called a session. The transcript has it too; here it is found however long that grows. */
export interface Labels {
  customTitle?: string;
  tag?: string | undefined;
}

const name = 'labels.json';

/** The labels of a session; a tag that was taken away is there as undefined. */
export function readLabels(folder: string): Labels {
  const path = `${folder}/${name}`; // asked for thousands at once: cheaper than join
  if (!existsSync(path)) return {};
  try {
    const { customTitle, tag } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return { ...(typeof customTitle === 'string' && { customTitle }), tag: typeof tag === 'string' ? tag : undefined };
  } catch {
    return {}; // damaged: the transcript has them too
  }
}

/** Replaces the labels of a session. */
export function writeLabels(folder: string, labels: Labels): void {
  writeFileSync(join(folder, `.${name}`), JSON.stringify(labels), { mode: 0o600 });
  renameSync(join(folder, `.${name}`), join(folder, name));
}
