export { transportContract, type TransportPair } from './transport.js';
