export { FightHelp } from './components/fight-help.tsx';
export type { OpponentId } from './sparring.ts';
export { type Sparring, startSparring } from './sparring-client.ts';
