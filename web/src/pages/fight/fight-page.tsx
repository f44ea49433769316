import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { gameQuery, levelsQuery } from '../../entities/game/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { matchupQuery, type Opening, openFightsQuery } from '../../features/combat/api.ts';
import { FightOffer } from '../../features/combat/components/fight-offer.tsx';
import { FightUnavailable } from '../../features/combat/components/fight-unavailable.tsx';
import { OpeningSkeleton } from '../../features/combat/components/opening-skeleton.tsx';
import { isFightShown, onResumeRequested } from '../../features/combat/fight-openings.ts';
import { useFight } from '../../features/combat/use-fight.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useApiError } from '../../lib/use-api-error.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { focusMain } from '../../ui/focus-main.ts';

// Load the fight screens on demand, because before a fight, the page needs only the comparison of both players.
const FightScreen = lazyComponent(
  () => import('../../features/combat/components/fight-screen.tsx'),
  'FightScreen',
);
const FinishedFight = lazyComponent(
  () => import('../../features/combat/components/finished-fight.tsx'),
  'FinishedFight',
);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Id of the fight that ended while this history entry was current. If the player goes back to the entry, the page
     * shows the result.
     */
    finished?: number;
  }
}

/** Show the fight against the player that the URL names. */
export function FightPage() {
  const { userId } = useParams({ from: '/player/fight/$userId' });
  return <Fights key={userId} opponentId={Number(userId)} />;
}

/**
 * The content of the page. The page resumes an open fight automatically, but starts a new fight only when the player
 * presses a button.
 */
type Shown = Opening | 'offer' | 'finished' | 'undecided';

/** Show consecutive fights against an opponent. Each start or resume mounts a new fight screen. */
function Fights({ opponentId }: { opponentId: number }) {
  const { id: meId } = useUser();
  const path = `/fight/${opponentId}`;
  const finished = useRouterState({
    select: ({ location }) => (location.pathname === path ? location.state.finished : NAVIGATING_AWAY),
  });
  const [before] = useState(finished);
  const [{ shown, round }, setState] = useState<{ shown: Shown; round: number }>({
    shown: typeof before === 'number' ? 'finished' : 'undecided',
    round: 0,
  });
  const show = (next: Shown) => setState({ shown: next, round: round + 1 });

  // The fight screen needs this data soon, so load it in parallel with the fight.
  usePrefetchQuery(gameQuery(meId));
  usePrefetchQuery(levelsQuery);
  const { data: open, isPending } = useQuery(openFightsQuery);
  if (shown === 'undecided' && !isPending) {
    const fight = open?.find(({ opponent }) => opponent.id === opponentId);
    // Do not resume a challenge that waits for this player's answer, because resuming it would accept it.
    const isChallengePending = fight?.challengeExpiresAt != null && !fight.isAttacker;
    show(fight && !isChallengePending ? 'resume' : 'offer');
  }

  const resume = useEffectEvent((id: number) => {
    const isOver = typeof finished === 'number';
    if (id === opponentId && (isOver || !isFightShown({ meId, opponentId }))) show('resume');
  });
  useEffect(() => onResumeRequested((id) => resume(id)), []);
  // True if the player has followed a link from the result to this same page. The link opened a new history entry,
  // which does not contain the id of the ended fight.
  const isLeft = shown === 'finished' && finished === undefined;
  useEffect(() => {
    if (isLeft) setState(({ round: last }) => ({ shown: 'undecided', round: last + 1 }));
  }, [isLeft]);
  // The pressed button is removed, so move the focus. The fight is at the top of the page, so scroll up.
  useEffect(() => {
    if (shown !== 'start' || round === 0) return;
    scrollTo(0, 0);
    if (document.activeElement === document.body) focusMain();
  }, [shown, round]);

  const players = { meId, opponentId };
  const start = () => show('start');
  const client = useQueryClient();
  const again = () => {
    if (client.getQueryData(gameQuery(meId).queryKey)?.stats.health !== 0) return start();
    // A player with health 0 cannot start a fight. Show the offer instead, which explains this and lets the player
    // heal. Remove the cached comparison of both players, because it might be older than the last fight.
    client.removeQueries({ queryKey: matchupQuery(opponentId).queryKey });
    scrollTo(0, 0);
    focusMain();
    show('offer');
  };
  switch (shown) {
    case 'undecided':
      return <OpeningSkeleton />;
    case 'finished':
      return (
        <Suspense fallback={<OpeningSkeleton />}>
          <FinishedFight combatId={before ?? 0} {...players} onAgain={again} />
        </Suspense>
      );
    case 'offer':
      return <FightOffer {...players} onStart={start} onResume={() => show('resume')} />;
    default:
      return (
        <Fight
          key={round}
          {...players}
          opening={shown}
          finished={finished}
          onAgain={again}
          onLinked={() => show('undecided')}
        />
      );
  }
}

/**
 * Replaces the value of `finished` while the player leaves: the URL has already changed, but this page is still
 * visible.
 */
const NAVIGATING_AWAY = null;
type FightProps = {
  meId: number;
  opponentId: number;
  opening: Opening;
  finished: number | undefined | typeof NAVIGATING_AWAY;
  onAgain: () => void;
  /**
   * Called when the player follows a link to this same page or resumes an open fight. The page then decides again what
   * to show.
   */
  onLinked: () => void;
};

function Fight({ meId, opponentId, opening, finished, onAgain, onLinked }: FightProps) {
  const fight = useFight({ meId, opponentId, opening });
  // Load the screen in parallel with the fight.
  useEffect(() => FightScreen.preload(), []);
  const state = useDeferredData(fight.state ?? undefined);
  const error = useApiError(fight.error);
  const navigate = useNavigate();
  const combat = fight.state?.combat;
  const ended = combat?.status === 'over' ? combat.id : undefined;
  const leave = useEffectEvent(onLinked);
  const lastFinished = useRef(finished);
  const hasCombat = combat !== undefined;
  useEffect(() => {
    if (finished === NAVIGATING_AWAY) return undefined;
    const previous = lastFinished.current;
    lastFinished.current = finished;
    if (!hasCombat || ended === finished) return undefined;
    // The previous history entry contained the id of the ended fight, but the current entry does not. So the player has
    // followed a link to this same page.
    if (ended !== undefined && previous === ended) {
      leave();
      return undefined;
    }
    // Navigate in a separate task, so that the navigation does not delay the animation of the last exchange's cards.
    const timer = setTimeout(
      () => void navigate({ to: '.', replace: true, resetScroll: false, state: { finished: ended } }),
    );
    return () => clearTimeout(timer);
  }, [hasCombat, ended, finished, navigate]);
  // The server found no open fight to resume. The fight has ended, so the list of open fights is outdated.
  const hasNone = error?.code === 'noFight';
  const client = useQueryClient();
  useEffect(() => {
    if (hasNone) void client.invalidateQueries({ queryKey: openFightsQuery.queryKey });
  }, [hasNone, client]);
  if (state)
    return (
      <Suspense fallback={<OpeningSkeleton />}>
        <FightScreen meId={meId} state={state} fight={fight} onAgain={onAgain} />
      </Suspense>
    );
  if (hasNone)
    return <FightOffer meId={meId} opponentId={opponentId} onStart={onAgain} onResume={onLinked} />;
  if (error)
    return <FightUnavailable error={error} meId={meId} opponentId={opponentId} retry={fight.retry} />;
  return <OpeningSkeleton />;
}
