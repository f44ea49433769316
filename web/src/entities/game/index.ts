export { gameQuery, levelsQuery } from './api.ts';
