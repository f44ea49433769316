export { refreshPlayers, showAvatar } from './cached-players.ts';
