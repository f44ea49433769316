export { profileByNameQuery, profileQuery } from './api.ts';
export { PlayerLink } from './player-link.tsx';
export { preloadQuickView, showQuickView } from './quick-view.ts';
