export { transportContract, type TransportPair } from './transport.js';
export { storeContract } from './store.js';
