import type { Combat, Combatant } from '@rivalhold/shared/contract/combat.ts';
import { otherSide } from '@rivalhold/shared/fights/fight.ts';
import { LEAVING_TEXTS as TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { toastAbout } from '../../entities/blocks/api.ts';
import { getSession } from '../../entities/session/api.ts';
import { onSocketEvent, onSocketOpen } from '../../lib/socket.ts';
import { toast } from '../../ui/toast.ts';
import { emitFightLeft } from './api.ts';
import { isFightShown, requestResume } from './fight-openings.ts';
import { type FightState, sideOf } from './fight-state.ts';

/** Notify the server that the player has left the page of a fight. Without a connection, do so after a reconnect. */
async function notifyServer(combatId: number, players: { meId: number; opponentId: number }): Promise<void> {
  const answer = await emitFightLeft(combatId);
  if (answer.ok || answer.code !== 'offline') return;
  const stop = onSocketOpen(() => {
    stop();
    if (!isFightShown(players)) void emitFightLeft(combatId);
  });
}

/**
 * Offer the way back to a fight while the opponent takes part in it, until the fight ends or the player joins it again
 * in any tab.
 */
function offerReturn(combat: Combat, opponent: Combatant, goBack: () => void): void {
  const id = toastAbout(opponent.id);
  let isOffered = false;
  const offer = (text: string) => {
    if (!isOffered) toast.info(text, { id, isKept: true, action: { label: TEXTS.back, onClick: goBack } });
    isOffered = true;
  };
  const isPresent = !combat.isAsked && combat.sides[sideOf(combat, opponent.id)].present;
  if (combat.ranked) offer(TEXTS.leftRanked(opponent.username));
  else if (isPresent) offer(TEXTS.left(opponent.username));
  const stops = [
    onSocketEvent('joinedCombat', ({ combatId, userId }) => {
      if (combatId !== combat.id) return;
      if (userId === opponent.id) offer(TEXTS.joined(opponent.username));
      else end();
    }),
    onSocketEvent('combatOver', ({ combatId }) => combatId === combat.id && end()),
  ];
  const end = () => {
    for (const stop of stops) stop();
    if (isOffered) toast.dismiss(id);
  };
}

/**
 * When the player leaves the page of a running fight, but not the site, notify the server, so that the opponent does
 * not wait, and offer the way back.
 */
export function useLeaving(state: FightState | null, players: { meId: number; opponentId: number }): void {
  const router = useRouter();
  const leave = useEffectEvent(() => {
    if (state?.combat.status !== 'active' || getSession()?.id !== players.meId) return;
    const { combat } = state;
    const { opponentId } = players;
    void notifyServer(combat.id, players);
    offerReturn(combat, state[otherSide(sideOf(combat, players.meId))], () => {
      requestResume(opponentId);
      void router.navigate({ to: '/fight/$userId', params: { userId: String(opponentId) } });
    });
  });
  useEffect(() => () => leave(), []);
}
