import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSocketEvent } from '../../lib/socket.ts';
import { ACTIVITY_KEY } from '../activity/api.ts';
import { gameQuery } from '../game/api.ts';
import { leaderboardQuery, profileQuery } from '../profiles/api.ts';
import { openFightsQuery } from './api.ts';
import type { FightAction } from './fight-state.ts';

type Dispatch = (action: FightAction) => void;

/** Feeds what the server tells of fights into the fight on the screen; it takes what is its own. */
export function useFightEvents(dispatch: Dispatch): void {
  useSocketEvent('combatLogAppend', (event) => dispatch({ type: 'lines', ...event }));
  useSocketEvent('combatStateUpdate', ({ combat }) => dispatch({ type: 'combat', combat }));
  useSocketEvent('combatOver', (event) => dispatch({ type: 'over', ...event }));
  useSocketEvent('joinedCombat', (event) => dispatch({ type: 'joined', ...event }));
  useSocketEvent('fightRequested', (event) => dispatch({ type: 'resynced', ...event }));
  useSocketEvent('fightResumed', (event) => dispatch({ type: 'resynced', ...event }));
}

/** Loads again what the end of a fight has changed. */
export function useReloadAfter(over: boolean, meId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!over) return;
    const changed = [
      gameQuery(meId).queryKey,
      profileQuery(meId).queryKey,
      leaderboardQuery.queryKey,
      openFightsQuery.queryKey,
      ACTIVITY_KEY,
    ];
    for (const queryKey of changed) void client.invalidateQueries({ queryKey });
  }, [over, meId, client]);
}
