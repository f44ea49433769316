import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { isBlocked, toastAbout } from '../entities/blocks/api.ts';
import { CompactPeopleSkeleton } from '../entities/players/people-skeleton.tsx';
import { PlayerAvatar } from '../entities/players/player-avatar.tsx';
import { readOnlyNotice } from '../entities/session/api.ts';
import { type OpenFight, openFightsQuery, questionOf } from '../features/combat/api.ts';
import { useOpenFightEvents } from '../features/combat/challenges.ts';
import { isFightShown, requestResume } from '../features/combat/fight-openings.ts';
import { openFightState } from '../features/combat/open-fight-state.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { queryClient } from '../lib/query-client.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useShared } from '../lib/shared-value.ts';
import { useSocketEvent } from '../lib/socket.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import { LazyMount } from '../ui/lazy-mount.tsx';
import { Popover } from '../ui/popover.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ListState, Notice } from '../ui/state.tsx';
import { Text } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './fights-popover.module.css';

type FightsPopoverProps = { userId: number; container: RefObject<HTMLElement | null> };

const ChallengeHost = lazyComponent(
  () => import('../features/combat/components/challenge-host.tsx'),
  'ChallengeHost',
);

/**
 * Show a toast when another player starts a fight with this player. Show no toast if a dialog asks for an answer, or if
 * the fight's page is open. Screen readers announce the toast.
 */
function useFightAnnouncements(userId: number) {
  const router = useRouter();
  useSocketEvent('fightRequested', ({ combat, attacker }) => {
    const isInFight =
      isFightShown({ meId: userId, opponentId: attacker.id }) &&
      router.state.location.state.finished === undefined;
    if (
      combat.isChallengePending ||
      attacker.id === userId ||
      isInFight ||
      isBlocked(queryClient, attacker.id)
    )
      return;
    const toFight = () => {
      requestResume(attacker.id);
      void router.navigate({ to: '/fight/$userId', params: { userId: String(attacker.id) } });
    };
    const text = (combat.isBusy ? MENU_TEXTS.challengedBusy : MENU_TEXTS.challenged)(attacker.username);
    toast.info(text, {
      id: toastAbout(attacker.id),
      action: { label: MENU_TEXTS.toFight, onClick: toFight },
    });
  });
}

/** Offer to return to the live fights that the player has left. */
function useReturnOffers(meId: number, fights: readonly OpenFight[] = []) {
  const router = useRouter();
  const left = fights.filter(({ hasLeft }) => hasLeft);
  const offer = useEffectEvent(async () => {
    const { offerReturns } = await import('../features/combat/return-offer.ts');
    offerReturns(left, { meId, router });
  });
  const ids = left.map(({ id }) => id).join();
  useEffect(() => {
    if (ids) void offer();
  }, [ids]);
}

/**
 * Return a live challenge that still needs the player's answer, or null. Skip challenges from blocked players, and
 * those whose dialog was closed.
 */
function waitingChallenge(fights: readonly OpenFight[] = [], closed: ReadonlySet<string>): OpenFight | null {
  const waits = (fight: OpenFight) =>
    !fight.isAttacker &&
    fight.challengeExpiresAt !== null &&
    Date.parse(fight.challengeExpiresAt) > serverNow() &&
    !closed.has(questionOf(fight)) &&
    !isBlocked(queryClient, fight.opponent.id);
  return fights.find(waits) ?? null;
}

/** Show the player's open fights, with the number of unseen fights, and show live challenges. */
export function FightsPopover({ userId, container }: FightsPopoverProps) {
  const [open, setOpen] = useState(false);
  const fights = useQuery(openFightsQuery);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  useOpenFightEvents(userId);
  useFightAnnouncements(userId);
  useReturnOffers(userId, fights.data);
  // The player cannot answer while the site is read-only. Afterwards, the time to answer starts again.
  const isReadOnly = useShared(readOnlyNotice) !== null;
  const challenge = isReadOnly ? null : waitingChallenge(fights.data, closed);
  const closeChallenge = useCallback(
    (question: string) => setClosed((all) => new Set(all).add(question)),
    [],
  );
  // Reload the fights after the read-only mode, because the event with the new time to answer can be lost.
  useEffect(() => {
    if (!isReadOnly) return undefined;
    return () => void queryClient.invalidateQueries({ queryKey: openFightsQuery.queryKey });
  }, [isReadOnly]);
  const close = () => setOpen(false);
  const unseen = fights.data?.filter((fight) => fight.unseen).length ?? 0;
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        container={container}
        label={PAGE_TITLES.fights}
        trigger={
          <Button variant="ghost" className={styles.trigger} title={PAGE_TITLES.fights}>
            <Icon name="crossed-swords" size="1.5rem" />
            <VisuallyHidden>{PAGE_TITLES.fights}</VisuallyHidden>
            <Badge count={unseen} label={` ${MENU_TEXTS.unseenCount(unseen)}`} corner />
          </Button>
        }
      >
        <ListState
          items={fights.data}
          failure={fights.isError ? MENU_TEXTS.fightsFailed : null}
          retry={() => void fights.refetch()}
          loading={<CompactPeopleSkeleton rows={1} />}
          empty={
            <Notice
              icon="crossed-swords"
              title={MENU_TEXTS.noFights}
              text={MENU_TEXTS.noFightsText}
              action={
                <ButtonLink to="/fights" variant="primary" size="small" onClick={close}>
                  {MENU_TEXTS.findOpponent}
                </ButtonLink>
              }
            />
          }
        >
          {(items) => (
            <ul>
              {items.map((fight) => (
                <li key={fight.id}>
                  <Link
                    to="/fight/$userId"
                    params={{ userId: String(fight.opponent.id) }}
                    className={styles.fight}
                    onClick={() => {
                      requestResume(fight.opponent.id);
                      close();
                    }}
                  >
                    <PlayerAvatar player={fight.opponent} size={40} />
                    <Stack as="span">
                      <Text as="span" weight="medium" wrap="anywhere">
                        <Row as="span" gap={2}>
                          {fight.opponent.username}
                          {fight.unseen && <span className={styles.new}>{MENU_TEXTS.unseen}</span>}
                        </Row>
                      </Text>
                      <Text as="span" size={1} tone="quiet">
                        {MENU_TEXTS[openFightState(fight)]} · <RelativeTime time={fight.lastAt} />
                      </Text>
                    </Stack>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </ListState>
      </Popover>
      <LazyMount open={challenge !== null}>
        <ChallengeHost challenge={challenge} onClose={closeChallenge} />
      </LazyMount>
    </>
  );
}
