export { unreadQuery } from './api.ts';
