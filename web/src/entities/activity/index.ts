export { ACTIVITY_KEY } from './api.ts';
