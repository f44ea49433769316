import { sharedValue } from './shared-value.ts';

/** True while the page shows a fight whose result the player has not had time to read. */
export const fightInProgress = sharedValue(false);

/** Resolve once no fight is in progress. */
export const afterFight = (): Promise<void> =>
  new Promise((resolve) => {
    if (!fightInProgress.get()) return resolve();
    const stop = fightInProgress.subscribe(() => {
      if (fightInProgress.get()) return;
      stop();
      resolve();
    });
  });
