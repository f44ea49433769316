export { pushQuery } from './api.ts';
