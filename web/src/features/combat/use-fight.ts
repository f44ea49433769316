import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { announceFight, joinQuery, newNonce, openingQuery } from './api.ts';
import { beatDelay, type FightAction, fightReducer, nextLine } from './fight-state.ts';
import { useFightEvents } from './realtime.ts';
import { bearWitness } from './witness.ts';

/** Tells the waiting lines one after the other; the effect runs again with each line told. */
function usePlayback(state: ReturnType<typeof fightReducer>, dispatch: (action: FightAction) => void): void {
  const [lastPlayedAt, setLastPlayedAt] = useState(0);
  const seq = (state && nextLine(state)?.seq) ?? null;
  const delay = state ? beatDelay(state, lastPlayedAt, Date.now()) : 0;
  useEffect(() => {
    if (seq === null) return undefined;
    const timer = setTimeout(() => {
      setLastPlayedAt(Date.now());
      dispatch({ type: 'played', seq });
    }, delay);
    return () => clearTimeout(timer);
  }, [seq, delay, dispatch]);
}

/**
 * The fight of two players on this screen: opened once, kept up to date by answers, events and, after a reconnect, by
 * the whole state again. `error` is what the opening threw; `retry` tries that again.
 */
export function useFight(meId: number, opponentId: number) {
  const [nonce] = useState(newNonce);
  const [state, dispatch] = useReducer(fightReducer, null);
  const client = useQueryClient();

  const opening = useQuery(openingQuery(meId, opponentId, nonce));
  const opened = opening.data;
  useEffect(() => {
    if (!opened) return;
    const { attacker, defender, resumed: _, ...combat } = opened;
    bearWitness(combat.id, combat);
    dispatch({ type: 'opened', combat, attacker, defender });
    // By whichever of the two has opened it: the server takes nobody's word for another.
    void announceFight({ fightId: combat.id, attackerId: meId, defenderId: opponentId });
  }, [opened, meId, opponentId]);

  const combatId = state?.combat.id ?? 0;
  const joined = useQuery({ ...joinQuery(combatId), enabled: combatId > 0 });
  const whole = joined.data;
  useEffect(() => {
    if (whole) dispatch({ type: 'resynced', ...whole });
  }, [whole]);

  // One who came first has seen the other come, but was not seen: each answers the other's arrival once.
  const opponentCame = state?.present.includes(opponentId) ?? false;
  useEffect(() => {
    if (opponentCame) void client.invalidateQueries({ queryKey: joinQuery(combatId).queryKey });
  }, [opponentCame, combatId, client]);

  useFightEvents(dispatch);
  usePlayback(state, dispatch);

  return {
    state,
    dispatch,
    error: opening.error,
    retry: () => void opening.refetch(),
    /** Asks for the whole state again. */
    resync: () => void client.invalidateQueries({ queryKey: joinQuery(combatId).queryKey }),
  };
}
