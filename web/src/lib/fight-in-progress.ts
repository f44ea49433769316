import { sharedValue } from './shared-value.ts';

/** True while the page shows a fight whose result the player has not had time to read. */
export const fightInProgress = sharedValue(false);
