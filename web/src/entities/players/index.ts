export { profileByNameQuery, profileQuery } from './api.ts';
export { PlayerAvatarLink as PlayerFace } from './player-avatar-link.tsx';
export { PlayerLink } from './player-link.tsx';
export { preloadQuickView as prepareQuickView, showQuickView } from './quick-view.ts';
