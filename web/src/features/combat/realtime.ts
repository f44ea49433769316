import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ACTIVITY_KEY } from '../../entities/activity/api.ts';
import { gameQuery } from '../../entities/game/api.ts';
import { leaderboardQuery, profileQuery } from '../../entities/players/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { openFightsQuery } from './api.ts';
import type { FightAction } from './fight-state.ts';

type Dispatch = (action: FightAction) => void;

/** Dispatch fight events from the server. The reducer ignores the events of other fights. */
export function useFightEvents(dispatch: Dispatch): void {
  useSocketEvent('combatLogAppend', (event) => dispatch({ type: 'lines', ...event }));
  useSocketEvent('combatStateUpdate', ({ combat }) => dispatch({ type: 'combat', combat }));
  useSocketEvent('combatOver', (event) => dispatch({ type: 'over', ...event }));
  useSocketEvent('fight:sealed', (event) => dispatch({ type: 'sealed', ...event }));
  useSocketEvent('joinedCombat', (event) => dispatch({ type: 'joined', ...event }));
  useSocketEvent('fightRequested', (event) => dispatch({ type: 'resynced', ...event }));
  useSocketEvent('fightResumed', (event) => dispatch({ type: 'resynced', ...event }));
}

/**
 * Delay in ms before data is reloaded after a fight. It is longer than the time for which the screen shows
 * the last exchange.
 */
const RELOAD_DELAY_MS = 1_500;

/**
 * Reload the data that a finished fight changes: the player's own stats immediately, and the rest after the
 * last exchange, or earlier if the player leaves. Set the attacker's health first, because it is already
 * known from the fight.
 */
export function useReloadAfter({ status, ranked, attackerId, attackerHP }: Combat, meId: number): void {
  const client = useQueryClient();
  const over = status === 'over';
  const healthLeft = attackerId === meId && !ranked ? attackerHP : null;
  useEffect(() => {
    if (!over) return undefined;
    if (healthLeft !== null) {
      client.setQueryData(
        gameQuery(meId).queryKey,
        (game) => game && { ...game, stats: { ...game.stats, health: healthLeft } },
      );
    }
    // Reload the stats immediately, because the result shows the player's health, which a new level restores.
    void client.invalidateQueries({ queryKey: gameQuery(meId).queryKey });
    // Do not reload the rest during the last exchange, because its animation would stutter.
    const changed = [
      profileQuery(meId).queryKey,
      leaderboardQuery.queryKey,
      openFightsQuery.queryKey,
      ACTIVITY_KEY,
    ];
    let isReloaded = false;
    const reload = () => {
      isReloaded = true;
      for (const queryKey of changed) void client.invalidateQueries({ queryKey });
    };
    const timer = setTimeout(reload, RELOAD_DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (!isReloaded) reload();
    };
  }, [over, healthLeft, meId, client]);
}
