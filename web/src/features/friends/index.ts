export { incomingQuery } from './api.ts';
