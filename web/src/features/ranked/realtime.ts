import { useState } from 'react';
import { readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { setPool } from './api.ts';

const STORED_NAME = 'ranked-pool';

/** Store whether the player is in the pool for ranked fights, so that the page knows it after a reload. */
export const storeIsInPool = (userId: number, isInPool: boolean): void =>
  writePlayerValue(userId, STORED_NAME, isInPool ? 'true' : null);

/**
 * Keep the player's state in the pool up to date. Return whether to load the pool's code: true if the player was in the
 * pool before a reload, or once an event has changed the state.
 */
export function usePoolEvents(userId: number): boolean {
  const [isNeeded, setNeeded] = useState(() => readPlayerValue(userId, STORED_NAME) !== null);
  useSocketEvent('ranked:changed', (state) => {
    void setPool(state);
    setNeeded(true);
  });
  return isNeeded;
}
