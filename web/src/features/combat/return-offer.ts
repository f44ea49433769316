import { COMBAT_TEXTS, RETURN_OFFER_TEXTS as TEXTS } from '@rivalhold/shared/texts/combat.ts';
import type { AnyRouter } from '@tanstack/react-router';
import { isBlocked, toastAbout } from '../../entities/blocks/api.ts';
import { getSession, readOnlyNotice } from '../../entities/session/api.ts';
import { onPlayerChange } from '../../entities/session/player-change.ts';
import { fetchAgain, queryClient } from '../../lib/query-client.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { onSocketEvent, onSocketOpen } from '../../lib/socket.ts';
import { toast } from '../../ui/toast.ts';
import { type OpenFight, openFightsQuery } from './api.ts';
import { isFightShown, requestResume } from './fight-openings.ts';

/** A fight that the player has left. */
type LeftFight = Pick<OpenFight, 'id' | 'opponent' | 'ranked' | 'isOpponentPresent'>;
type Options = { meId: number; router: AnyRouter };

/** The ids of the fights to which this page offers to return, each with a function that ends the offer. */
const offers = new Map<number, () => void>();

/**
 * Offer to return to a fight, until the player joins the fight again in any tab. In an unranked fight, first wait until
 * the opponent is present. When the fight ends, show the result.
 */
export function offerReturn(fight: LeftFight, { meId, router }: Options): void {
  offers.get(fight.id)?.();
  const { opponent } = fight;
  const { id: opponentId, username } = opponent;
  const id = toastAbout(opponentId);
  let text: string | null = null;
  let isClosed = false;
  const goBack = () => {
    requestResume(opponentId);
    void router.navigate({ to: '/fight/$userId', params: { userId: String(opponentId) } });
  };
  const showOffer = () => {
    if (text === null || isClosed || getSession()?.id !== meId) return;
    const shown = readOnlyNotice.get() === null ? text : COMBAT_TEXTS.readOnly;
    const onClose = () => {
      isClosed = true;
    };
    toast.info(shown, { id, isPersistent: true, onClose, action: { label: TEXTS.back, onClick: goBack } });
  };
  const offer = (next: string) => {
    if (text !== null) return;
    text = next;
    showOffer();
  };
  const showResult = (winnerId: number | null) => {
    if (getSession()?.id !== meId || isBlocked(queryClient, opponentId)) return;
    if (isFightShown({ meId, opponentId })) return;
    const result = winnerId === null ? TEXTS.ended : winnerId === meId ? TEXTS.won : TEXTS.lost;
    const toFight = () => void router.navigate({ to: '/fights/$id', params: { id: String(fight.id) } });
    toast.info(result(username), {
      id,
      isPersistent: true,
      action: { label: TEXTS.toResult, onClick: toFight },
    });
  };
  // The event about the end of the fight might be missed during a lost connection. Therefore, on each new connection,
  // check whether the fight has ended.
  const checkEnd = async () => {
    const open = await fetchAgain(queryClient, openFightsQuery).catch(() => null);
    if (open === null || open.some((other) => other.id === fight.id) || offers.get(fight.id) !== stop) return;
    stop();
    showResult(null);
  };
  const stops = [
    onSocketOpen(() => void checkEnd()),
    onSocketEvent('joinedCombat', ({ combatId, userId }) => {
      if (combatId !== fight.id) return;
      if (userId === opponentId) return offer(TEXTS.joined(username));
      stop();
      if (text !== null) toast.dismiss(id);
    }),
    onSocketEvent('combatOver', ({ combatId, winnerId }) => {
      if (combatId !== fight.id) return;
      stop();
      showResult(winnerId);
    }),
    readOnlyNotice.subscribe(showOffer),
    onPlayerChange(() => stop()),
  ];
  const stop = () => {
    for (const end of stops) end();
    offers.delete(fight.id);
  };
  offers.set(fight.id, stop);
  if (fight.ranked) offer(TEXTS.leftRanked);
  else if (fight.isOpponentPresent) offer(TEXTS.left(username));
}

/** An open fight counts as live for this time (ms) after its start and after each exchange. */
const LIVE_MS = 600_000;

/**
 * Offer to return to the live fights that the player has left by loading another page, or in another tab. Skip fights
 * that this page shows, or to which it already offers to return.
 */
export function offerReturns(fights: readonly OpenFight[], { meId, router }: Options): void {
  for (const fight of fights) {
    const { id, opponent, hasLeft, lastAt } = fight;
    const isLive = hasLeft && serverNow() - Date.parse(lastAt) < LIVE_MS;
    const isShown =
      router.state.location.pathname === `/fight/${opponent.id}` ||
      isFightShown({ meId, opponentId: opponent.id });
    if (isLive && !isShown && !offers.has(id)) offerReturn(fight, { meId, router });
  }
}
