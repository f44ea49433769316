import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useReducer, useRef, useState } from 'react';
import { toastAbout } from '../../entities/blocks/api.ts';
import { readOnlyNotice } from '../../entities/session/api.ts';
import { useShared } from '../../lib/shared-value.ts';
import { toast } from '../../ui/toast.ts';
import { createNonce, emitFightStarted, joinFightQuery, type Opening, openFightQuery } from './api.ts';
import { saveCommitment } from './fight-commitments.ts';
import { beatDelay, type FightAction, fightReducer, nextLine, sideOf } from './fight-state.ts';
import { useFightEvents } from './realtime.ts';
import { useFightPageLeave } from './use-fight-page-leave.ts';

/** Play the waiting lines one after another; the effect runs again after each line. */
export function useNarrationPlayback(
  state: ReturnType<typeof fightReducer>,
  dispatch: (action: FightAction) => void,
): void {
  const [lastPlayedAt, setLastPlayedAt] = useState(0);
  const seq = (state && nextLine(state)?.seq) ?? null;
  const delay = state ? beatDelay(state, lastPlayedAt, Date.now()) : 0;
  useEffect(() => {
    if (seq === null) return undefined;
    const timer = setTimeout(() => {
      // Render in a transition, because rendering the result after the last line takes longer than a frame.
      startTransition(() => {
        setLastPlayedAt(Date.now());
        dispatch({ type: 'played', seq });
      });
    }, delay);
    return () => clearTimeout(timer);
  }, [seq, delay, dispatch]);
}

/**
 * Open the fight of two players once, and keep it up to date with responses, events and, after a reconnect, the whole
 * state. `error` is set if the fight could not be opened; `retry` tries again.
 */
export function useFight(players: { meId: number; opponentId: number; opening: Opening }) {
  const { meId, opponentId } = players;
  const [nonce] = useState(createNonce);
  const [state, dispatch] = useReducer(fightReducer, null);
  const client = useQueryClient();

  const opening = useQuery(openFightQuery(players, nonce));
  const opened = opening.data;
  useEffect(() => {
    if (!opened) return;
    // Close a toast about the opponent, such as an offer to open this fight.
    toast.dismiss(toastAbout(opponentId));
    const { attacker, defender, resumed: _, ...combat } = opened;
    dispatch({ type: 'opened', combat, attacker, defender });
    // Always send the viewer's own id as `attackerId`, because the server rejects any other id.
    void emitFightStarted({ fightId: combat.id, attackerId: meId, defenderId: opponentId });
  }, [opened, meId, opponentId]);

  const { id: combatId = 0, seedHash = '', inputsHash = '' } = state?.combat ?? {};
  useEffect(() => {
    if (combatId > 0) saveCommitment({ id: combatId, seedHash, inputsHash });
  }, [combatId, seedHash, inputsHash]);

  const joined = useQuery({ ...joinFightQuery(combatId), enabled: combatId > 0 });
  const snapshot = joined.data;
  useEffect(() => {
    if (snapshot) dispatch({ type: 'resynced', ...snapshot });
  }, [snapshot]);

  // If the player has left the fight in another tab, join the fight again.
  const isOpen = state?.combat.status === 'active';
  const isPresent = isOpen && state.combat.sides[sideOf(state.combat, meId)].present;
  const wasPresent = useRef(isPresent);
  useEffect(() => {
    if (isOpen && wasPresent.current && !isPresent)
      void client.invalidateQueries({ queryKey: joinFightQuery(combatId).queryKey });
    wasPresent.current = isPresent;
  }, [isOpen, isPresent, combatId, client]);
  const rejoin = () => void client.invalidateQueries({ queryKey: joinFightQuery(combatId).queryKey });
  useFightPageLeave(state, players, rejoin);

  // When the opponent joins, join once more. Otherwise, the opponent would get no event about this player, who joined
  // earlier.
  const hasOpponentJoined = state?.present.includes(opponentId) ?? false;
  useEffect(() => {
    if (hasOpponentJoined) void client.invalidateQueries({ queryKey: joinFightQuery(combatId).queryKey });
  }, [hasOpponentJoined, combatId, client]);

  // While the site is read-only, joining changes nothing. Therefore, join again when the site accepts changes.
  const isReadOnly = useShared(readOnlyNotice) !== null;
  useEffect(() => {
    if (!isReadOnly) return undefined;
    return () => void client.invalidateQueries({ queryKey: joinFightQuery(combatId).queryKey });
  }, [isReadOnly, combatId, client]);

  // Render events in a transition, because rendering an exchange takes longer than a frame on a slow phone.
  useFightEvents((action) => startTransition(() => dispatch(action)));
  useNarrationPlayback(state, dispatch);

  return {
    state,
    dispatch,
    /** Random number of this browser, sent with each move. */
    nonce,
    error: opening.error,
    retry: () => void opening.refetch(),
    /** Reload the full state. */
    resync: rejoin,
  };
}
