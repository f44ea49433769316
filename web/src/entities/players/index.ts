export { profileByNameQuery, profileQuery } from './api.ts';
export { PlayerFace } from './player-face.tsx';
export { PlayerLink } from './player-link.tsx';
export { prepareQuickView, showQuickView } from './quick-view.ts';
