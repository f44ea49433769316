import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { getSession, readOnlyNotice } from '../../entities/session/api.ts';
import { onSocketOpen } from '../../lib/socket.ts';
import { emitFightLeft } from './api.ts';
import { isFightShown } from './fight-openings.ts';
import { type FightState, sideOf } from './fight-state.ts';
import { offerReturn } from './return-offer.ts';

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
 * When the player leaves the page of a running fight, notify the server, so that the opponent does not wait. If the
 * player goes to another page of the site by a link, offer to return to the fight. Call `rejoin` if the browser shows
 * the page again from its back/forward cache.
 */
export function useFightPageLeave(state: FightState | null, players: Players, rejoin: () => void): void {
  const router = useRouter();
  const { meId, opponentId } = players;
  const openFight = () => (state?.combat.status === 'active' && isSignedIn(meId) ? state : null);
  const leave = useEffectEvent(() => {
    const fight = openFight();
    if (!fight) return;
    const { combat } = fight;
    const { id, ranked } = combat;
    void notifyServer(id, players);
    const opponentSide = sideOf(combat, opponentId);
    const isOpponentPresent = !combat.isChallengePending && combat.sides[opponentSide].present;
    offerReturn({ id, ranked, opponent: fight[opponentSide], isOpponentPresent }, { meId, router });
  });
  const onPageHide = useEffectEvent(() => {
    const fight = openFight();
    if (fight) void emitFightLeft(fight.combat.id);
  });
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && openFight()) rejoin();
  });
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    addEventListener('pagehide', () => onPageHide(), { signal });
    addEventListener('pageshow', (event) => onPageShow(event), { signal });
    return () => {
      events.abort();
      leave();
    };
  }, []);
}
