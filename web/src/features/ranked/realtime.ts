import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { poolQuery, setPool } from './api.ts';

const STORED_NAME = 'ranked-pool';

/**
 * Keep the player's state in the pool up to date. Also store in this tab whether the player is in the pool, to know it
 * after a reload. Return true if the pool's code is needed: the player is in the pool, the player was in it before a
 * reload, or an event has changed the state.
 */
export function usePoolEvents(userId: number): boolean {
  const [isNeeded, setNeeded] = useState(() => readPlayerValue(userId, STORED_NAME) !== null);
  useSocketEvent('ranked:changed', (state) => {
    void setPool(state);
    setNeeded(true);
  });
  // Observe the state without loading it.
  const { data: pool } = useQuery({ ...poolQuery, enabled: false });
  const isInPool = pool?.status === 'waiting' || pool?.status === 'found';
  useEffect(() => {
    if (pool) writePlayerValue(userId, STORED_NAME, isInPool ? 'true' : null);
  }, [pool, isInPool, userId]);
  return isNeeded || isInPool;
}
