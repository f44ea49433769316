import type { Combat, Combatant } from '@rivalhold/shared/contract/combat.ts';
import { otherSide } from '@rivalhold/shared/fights/fight.ts';
import { LEAVING_TEXTS as TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { toastAbout } from '../../entities/blocks/api.ts';
import { getSession, readOnlyNotice } from '../../entities/session/api.ts';
import { onSocketEvent, onSocketOpen } from '../../lib/socket.ts';
import { toast } from '../../ui/toast.ts';
import { emitFightLeft } from './api.ts';
import { isFightShown, requestResume } from './fight-openings.ts';
import { type FightState, sideOf } from './fight-state.ts';

type Players = { meId: number; opponentId: number };
const isSignedIn = (meId: number) => getSession()?.id === meId;

/**
 * Notify the server that the player has left the page of a fight. Without a connection, or while the site is read-only,
 * do so later.
 */
async function notifyServer(combatId: number, players: Players): Promise<void> {
  const answer = await emitFightLeft(combatId);
  if (answer.ok || (answer.code !== 'offline' && answer.code !== 'readOnly')) return;
  const retry = () => {
    for (const stop of stops) stop();
    if (isSignedIn(players.meId) && !isFightShown(players)) void notifyServer(combatId, players);
  };
  const stops = [onSocketOpen(retry), readOnlyNotice.subscribe(retry)];
}

/**
 * Offer the way back to a fight while the opponent takes part in it, until the fight ends or the player joins it again
 * in any tab.
 */
function offerReturn(
  combat: Combat,
  { meId, opponent }: { meId: number; opponent: Combatant },
  goBack: () => void,
): void {
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
      if (userId === opponent.id && isSignedIn(meId)) offer(TEXTS.joined(opponent.username));
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
export function useLeaving(state: FightState | null, players: Players): void {
  const router = useRouter();
  const leave = useEffectEvent(() => {
    if (state?.combat.status !== 'active' || !isSignedIn(players.meId)) return;
    const { combat } = state;
    const { opponentId } = players;
    void notifyServer(combat.id, players);
    const opponent = state[otherSide(sideOf(combat, players.meId))];
    offerReturn(combat, { meId: players.meId, opponent }, () => {
      requestResume(opponentId);
      void router.navigate({ to: '/fight/$userId', params: { userId: String(opponentId) } });
    });
  });
  useEffect(() => () => leave(), []);
}
