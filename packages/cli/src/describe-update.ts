import type { PermissionUpdate } from '@inboard/wire';
import { visible } from './visible.js';

/** What an update grants, in a few words. */
export function describeUpdate(update: PermissionUpdate): string {
  switch (update.type) {
    case 'setMode':
      return `the mode ${update.mode} (${update.destination})`;
    case 'addDirectories':
    case 'removeDirectories':
      return `${update.directories.map(visible).join(', ')} (${update.destination})`;
    default:
      return (
        update.rules
          .map(({ toolName, ruleContent }) => visible(ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`))
          .join(', ') + ` (${update.destination})`
      );
  }
}
