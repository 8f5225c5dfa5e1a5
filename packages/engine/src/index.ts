export { createEngine, type Engine } from './engine.js';
export { interruptTexts } from './loop/report.js';
export type { EngineOptions } from './loop/session.js';
export { defaultCatalog, type ModelCatalog, type ModelFacts, type Price } from './model/catalog.js';
export { realPort, type Port } from './port/port.js';
export { version } from './version.js';
export * from './permission/index.js';
