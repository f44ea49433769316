import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { rangeAfter } from '@rivalhold/shared/ratings/pairing.ts';
import { RATING_TEXTS, RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Countdown } from '../../entities/mutes/countdown.tsx';
import { readOnlyNotice } from '../../entities/session/api.ts';
import { useAcceptFight, useJoinPool, useLeavePool } from '../../features/ranked/actions.ts';
import { poolQuery } from '../../features/ranked/api.ts';
import { prepareFight } from '../../features/ranked/prepare-fight.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useShared } from '../../lib/shared-value.ts';
import { useEachSecond } from '../../lib/use-each-second.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, Row, Stack, Surface } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';

/** Render /ranked: find a ranked fight, wait for it, and accept it. */
export function RankedPage() {
  const { data: pool, isError, refetch } = useQuery(poolQuery);
  // Restore the focus, because the pressed button is removed when the state changes.
  const section = useRestoreFocus<HTMLElement>(pool && `${pool.status} ${pool.accepted}`, 'heading');
  return (
    <Page gap={5}>
      <PageHeader title={TEXTS.title} text={`${TEXTS.lead} ${TEXTS.stakes}`} />
      <Surface
        as="section"
        ref={section}
        aria-label={TEXTS.pool}
        radius={3}
        border
        shadow={1}
        padding={5}
        gap={4}
      >
        {pool ? (
          <Pool pool={pool} />
        ) : isError ? (
          <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
        ) : (
          <div aria-busy="true">
            <SkeletonLines lines={3} />
          </div>
        )}
      </Surface>
    </Page>
  );
}

/**
 * Show the player's state in the pool. After a found fight did not begin, also show a note that explains the new state.
 */
function Pool({ pool }: { pool: PoolState }) {
  const [seen, setSeen] = useState<{ status: PoolState['status']; note: string | null }>({
    status: pool.status,
    note: null,
  });
  if (pool.status !== seen.status) {
    const text = pool.status === 'waiting' ? TEXTS.stillWaiting : TEXTS.ended;
    setSeen({ status: pool.status, note: seen.status === 'found' ? text : null });
  }
  const { note } = seen;
  switch (pool.status) {
    case 'fighting':
      return <Starting opponentId={pool.opponentId ?? 0} />;
    case 'found':
      return <Found pool={pool} />;
    case 'waiting':
      return <Waiting pool={pool} note={note} />;
    default:
      return <Idle pool={pool} note={note} />;
  }
}

/** `note` explains the state after a found fight did not begin. Otherwise, it is null. */
type StateProps = { pool: PoolState; note: string | null };

function Idle({ pool: { rating, pausedUntil }, note }: StateProps) {
  const join = useJoinPool();
  const isPaused = useEachSecond((now) => pausedUntil !== null && Date.parse(pausedUntil) > now);
  return (
    <>
      <Stack gap={1}>
        <Text as="h2" size={1} tone="quiet">
          {TEXTS.yourRating}
        </Text>
        <Text size={4} display tabular>
          {formatNumber(rating)}
        </Text>
        {note && <Text>{note}</Text>}
      </Stack>
      {isPaused && pausedUntil ? (
        <Text>
          {TEXTS.paused} <SentenceText parts={TEXTS.pausedUntil(<Countdown until={pausedUntil} />)} />
        </Text>
      ) : (
        <Row gap={4} rowGap={2} wrap>
          <Button variant="primary" size="large" busy={join.isPending} onClick={() => join.run()}>
            <Icon name="crossed-swords" />
            {TEXTS.find}
          </Button>
          <ButtonLink to="/leaderboard" search={{ board: 'rating' }} size="large" variant="link">
            {RATING_TEXTS.toBoard}
          </ButtonLink>
        </Row>
      )}
      <ErrorMessage text={join.errorText} />
    </>
  );
}

/** Return a duration as minutes and seconds. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function Waiting({ pool: { since, rating, provisional }, note }: StateProps) {
  const leave = useLeavePool();
  const start = Date.parse(since ?? '') || serverNow();
  const seconds = useEachSecond((now) => Math.max(0, Math.floor((now - start) / 1000)));
  const range = rangeAfter(seconds * 1000);
  const isLong = seconds * 1000 >= LIMITS.ranked.sparringAfterMs;
  useEffect(() => {
    if (isLong) announce(TEXTS.sparring);
  }, [isLong]);
  return (
    <>
      <Text as="h2" size={3}>
        {TEXTS.waiting}
      </Text>
      {note && <Text>{note}</Text>}
      <Text role="timer" tabular>
        {TEXTS.waited(clock(seconds))} ·{' '}
        {range === null || provisional ? TEXTS.anyRange : TEXTS.range(rating - range, rating + range)}
      </Text>
      {isLong && <Text>{TEXTS.sparring}</Text>}
      <Row gap={2} wrap>
        <Button busy={leave.isPending} onClick={() => leave.run()}>
          {TEXTS.cancel}
        </Button>
        {isLong && <ButtonLink to="/practice">{TEXTS.toSparring}</ButtonLink>}
      </Row>
      <ErrorMessage text={leave.errorText} />
    </>
  );
}

function Found({ pool: { answerUntil, accepted } }: { pool: PoolState }) {
  const accept = useAcceptFight();
  const decline = useLeavePool();
  // While the site is read-only, the player can neither accept nor decline the fight.
  const readOnly = useShared(readOnlyNotice);
  const isDisabled = readOnly !== null;
  const isBusy = isDisabled || accept.isPending || decline.isPending;
  return (
    <>
      <Stack gap={1}>
        <Text as="h2" size={3}>
          {TEXTS.found}
        </Text>
        <Text>{accepted ? TEXTS.accepted : TEXTS.foundText}</Text>
      </Stack>
      {readOnly !== null ? (
        <Text>{READ_ONLY_TEXTS.noticeWith(TEXTS.readOnly, readOnly)}</Text>
      ) : (
        answerUntil && (
          <Text tabular>
            {TEXTS.timeLeft} <Countdown until={answerUntil} />
          </Text>
        )
      )}
      {!accepted && (
        <Row gap={2} wrap>
          <Button
            variant="primary"
            size="large"
            busy={accept.isPending}
            aria-disabled={isDisabled || undefined}
            onClick={() => !isBusy && accept.run()}
          >
            {TEXTS.accept}
          </Button>
          <Button
            size="large"
            busy={decline.isPending}
            aria-disabled={isDisabled || undefined}
            onClick={() => !isBusy && decline.run()}
          >
            {TEXTS.decline}
          </Button>
        </Row>
      )}
      <ErrorMessage text={accept.errorText ?? decline.errorText} />
    </>
  );
}

/** Open the fight that has begun. */
function Starting({ opponentId }: { opponentId: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    let isShown = true;
    const open = async () => {
      if ((await prepareFight(opponentId)) && isShown)
        await navigate({ to: '/fight/$userId', params: { userId: String(opponentId) }, replace: true });
    };
    void open();
    return () => {
      isShown = false;
    };
  }, [navigate, opponentId]);
  return (
    <Row gap={3} justify="between" wrap>
      <Text as="h2" size={3}>
        {TEXTS.starting}
      </Text>
      <ButtonLink to="/fight/$userId" params={{ userId: String(opponentId) }}>
        {TEXTS.toFight}
      </ButtonLink>
    </Row>
  );
}
