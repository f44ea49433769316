import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ACTIVITY_KEY } from '../../entities/activity/api.ts';
import { gameQuery } from '../../entities/game/api.ts';
import { leaderboardQuery, profileQuery } from '../../entities/players/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';
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
 * Delay (ms) before data is reloaded after a fight. A reload during the last exchange would make its animation stutter.
 */
export const RELOAD_DELAY_MS = 1_500;

/** Reload queries after `delay` ms, or earlier if the returned function is called. */
function reloadLater(client: QueryClient, queryKeys: readonly QueryKey[], delay: number): () => void {
  let isReloaded = false;
  const reload = () => {
    if (!isReloaded) for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey });
    isReloaded = true;
  };
  setTimeout(reload, delay);
  return reload;
}

/**
 * Reload the data that a finished fight changes, at the latest when the player leaves the fight. The list of open
 * fights is not included, because `useOpenFightEvents` reloads it. After an unranked fight, the attacker keeps the
 * health from the end of the fight. If the viewer is the attacker, cache this health before the reload.
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
    const changed = [profileQuery(meId).queryKey, leaderboardQuery.queryKey, ACTIVITY_KEY];
    // The result shows the player's health, and a new level restores health, so reload the health without delay. Use a
    // separate task, so that the reload does not delay the rendering of the result.
    const reloadOwn = reloadLater(client, [gameQuery(meId).queryKey], 0);
    const reloadChanged = reloadLater(client, changed, RELOAD_DELAY_MS);
    return () => {
      reloadOwn();
      reloadChanged();
    };
  }, [over, healthLeft, meId, client]);
}
