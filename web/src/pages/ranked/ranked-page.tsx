import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { rangeAfter } from '@rivalhold/shared/ratings/pairing.ts';
import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Countdown } from '../../entities/mutes/countdown.tsx';
import { openFightsQuery } from '../../features/combat/api.ts';
import { acceptFight, joinPool, leavePool, poolQuery, setPool } from '../../features/ranked/api.ts';
import { watchPool } from '../../features/ranked/watch.ts';
import { queryClient } from '../../lib/query-client.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useEachSecond } from '../../lib/use-each-second.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, Row, Stack, Surface } from '../../ui/layout.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';

/** Render /ranked: find a ranked fight, wait for it, and accept it. */
export function RankedPage() {
  const { data: pool, isError, refetch } = useQuery(poolQuery);
  const router = useRouter();
  useEffect(() => watchPool(router), [router]);
  return (
    <Page gap={5}>
      <Stack as="header" gap={2}>
        <h1>{TEXTS.title}</h1>
        <Text tone="quiet">
          {TEXTS.lead} {TEXTS.stakes}
        </Text>
      </Stack>
      <Surface as="section" aria-label={TEXTS.title} radius={3} border shadow={1} padding={5} gap={4}>
        {pool ? (
          <Pool pool={pool} />
        ) : isError ? (
          <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={3} />
        )}
      </Surface>
    </Page>
  );
}

/** Return an action of the pool whose response is the new place, and the text of its error. */
function usePoolAction(action: () => Promise<PoolState>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: action, onSuccess: setPool });
  const errorText = useErrorText(error, TEXTS.actionFailed);
  return { run: () => mutate(), isPending, errorText };
}

function Pool({ pool }: { pool: PoolState }) {
  const [wasFound, setWasFound] = useState(false);
  if (pool.status === 'found' && !wasFound) setWasFound(true);
  if (pool.status === 'waiting' && wasFound) setWasFound(false);
  switch (pool.status) {
    case 'fighting':
      return <Starting opponentId={pool.opponentId ?? 0} />;
    case 'found':
      return <Found pool={pool} />;
    case 'waiting':
      return <Waiting pool={pool} />;
    default:
      return <Idle pool={pool} hasMissed={wasFound} />;
  }
}

function Idle({ pool: { rating, pausedUntil }, hasMissed }: { pool: PoolState; hasMissed: boolean }) {
  const join = usePoolAction(joinPool);
  const isPaused = useEachSecond((now) => pausedUntil !== null && Date.parse(pausedUntil) > now);
  return (
    <>
      <Stack gap={1} role="status">
        <Text size={1} tone="quiet">
          {TEXTS.yourRating}
        </Text>
        <Text size={4} display tabular>
          {formatNumber(rating)}
        </Text>
        {hasMissed && <Text>{TEXTS.ended}</Text>}
      </Stack>
      {isPaused && pausedUntil ? (
        <Text>
          {TEXTS.pausedUntil} <Countdown until={pausedUntil} />
        </Text>
      ) : (
        <Row>
          <Button variant="primary" size="large" busy={join.isPending} onClick={join.run}>
            <Icon name="crossed-swords" />
            {TEXTS.find}
          </Button>
        </Row>
      )}
      <ErrorMessage text={join.errorText} />
    </>
  );
}

/** Return a duration as minutes and seconds. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function Waiting({ pool: { since, rating, provisional } }: { pool: PoolState }) {
  const leave = usePoolAction(leavePool);
  const start = Date.parse(since ?? '') || serverNow();
  const seconds = useEachSecond((now) => Math.max(0, Math.floor((now - start) / 1000)));
  const range = rangeAfter(seconds * 1000);
  return (
    <>
      <div role="status">
        <Text as="h2" size={3}>
          {TEXTS.waiting}
        </Text>
      </div>
      <Text role="timer" tabular>
        {TEXTS.waited(clock(seconds))} ·{' '}
        {range === null || provisional ? TEXTS.anyRange : TEXTS.range(rating - range, rating + range)}
      </Text>
      {seconds * 1000 >= LIMITS.ranked.sparringAfterMs && (
        <Row gap={3} justify="between" wrap role="status">
          <Text grow="14rem">{TEXTS.sparring}</Text>
          <ButtonLink to="/practice">{TEXTS.toSparring}</ButtonLink>
        </Row>
      )}
      <Row>
        <Button busy={leave.isPending} onClick={leave.run}>
          {TEXTS.cancel}
        </Button>
      </Row>
      <ErrorMessage text={leave.errorText} />
    </>
  );
}

function Found({ pool: { answerUntil, accepted } }: { pool: PoolState }) {
  const accept = usePoolAction(acceptFight);
  const decline = usePoolAction(leavePool);
  const isBusy = accept.isPending || decline.isPending;
  return (
    <>
      <Stack gap={1} role="alert">
        <Text as="h2" size={3}>
          {TEXTS.found}
        </Text>
        <Text>{accepted ? TEXTS.accepted : TEXTS.foundText}</Text>
      </Stack>
      {answerUntil && <Countdown until={answerUntil} />}
      {!accepted && (
        <Row gap={2} wrap>
          <Button
            variant="primary"
            size="large"
            busy={accept.isPending}
            onClick={() => !isBusy && accept.run()}
          >
            {TEXTS.accept}
          </Button>
          <Button size="large" busy={decline.isPending} onClick={() => !isBusy && decline.run()}>
            {TEXTS.decline}
          </Button>
        </Row>
      )}
      <ErrorMessage text={accept.errorText ?? decline.errorText} />
    </>
  );
}

/** Open the fight that has begun. If it is already over, load the place in the pool again. */
function Starting({ opponentId }: { opponentId: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    let isShown = true;
    const open = async () => {
      // The page of the fight resumes only a fight that is in the list of open fights.
      const fights = await queryClient.fetchQuery({ ...openFightsQuery, staleTime: 0 }).catch(() => null);
      if (!isShown) return;
      if (fights?.every(({ opponent }) => opponent.id !== opponentId))
        await queryClient.invalidateQueries({ queryKey: poolQuery.queryKey });
      else await navigate({ to: '/fight/$userId', params: { userId: String(opponentId) }, replace: true });
    };
    void open();
    return () => {
      isShown = false;
    };
  }, [navigate, opponentId]);
  return (
    <Row gap={3} justify="between" wrap>
      <Text role="status">{TEXTS.starting}</Text>
      <ButtonLink to="/fight/$userId" params={{ userId: String(opponentId) }}>
        {TEXTS.toFight}
      </ButtonLink>
    </Row>
  );
}
