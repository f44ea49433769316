export { openFightsQuery } from './api.ts';
