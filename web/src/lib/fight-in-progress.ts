import { sharedValue } from './shared-value.ts';

/** True while the page shows a fight, until the player has had time to read the result. */
export const fightInProgress = sharedValue(false);
