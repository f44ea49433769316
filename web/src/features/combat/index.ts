export { openFightsQuery } from './api.ts';
export { VERDICT } from './share.ts';
