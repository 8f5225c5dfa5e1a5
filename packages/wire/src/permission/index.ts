export * from './decision.js';
export * from './mode.js';
export * from './rule.js';
export * from './update.js';
