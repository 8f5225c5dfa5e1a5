import type { Check } from './check.js';

const oldest = 20;

/** Whether this Node is one we run on. */
export const node: Check = async () => {
  const major = Number(process.versions.node.split('.')[0]);
  return [
    major >= oldest
      ? { name: 'node', status: 'ok', text: process.version }
      : { name: 'node', status: 'fail', text: process.version, advice: `Install Node ${oldest} or newer.` },
  ];
};
