export { profileByNameQuery, profileQuery } from './api.ts';
export { PlayerAvatarLink } from './player-avatar-link.tsx';
export { PlayerLink } from './player-link.tsx';
export { preloadQuickView, showQuickView } from './quick-view.ts';
