import { sharedValue } from './shared-value.ts';

/** True during a shown fight, and for a short time after its end, so that the player can read the result. */
export const fightInProgress = sharedValue(false);
