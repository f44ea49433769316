import { usePrefetchQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { gameQuery, levelsQuery } from '../../entities/game/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { FightScreen } from '../../features/combat/components/fight-screen.tsx';
import { FightUnavailable } from '../../features/combat/components/fight-unavailable.tsx';
import { FinishedFight } from '../../features/combat/components/finished-fight.tsx';
import { OpeningSkeleton } from '../../features/combat/components/opening-skeleton.tsx';
import { useFight } from '../../features/combat/use-fight.ts';
import { useApiError } from '../../lib/use-api-error.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { focusMain } from '../../ui/focus-main.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The fight that ended at this history entry: returning to it starts no new fight. */
    finished?: number;
  }
}

/** Show the fight with the player in the address. */
export function FightPage() {
  const { userId } = useParams({ from: '/player/fight/$userId' });
  return <Fights key={userId} opponentId={Number(userId)} />;
}

/** Show consecutive fights with an opponent. Each opening, and each 'Fight again', mounts a new screen. */
function Fights({ opponentId }: { opponentId: number }) {
  const { id: meId } = useUser();
  const path = `/fight/${opponentId}`;
  const finished = useRouterState({
    select: ({ location }) => (location.pathname === path ? location.state.finished : NAVIGATING_AWAY),
  });
  const [before] = useState(finished);
  const [round, setRound] = useState(0);
  const startAgain = () => setRound(round + 1);
  // 'Fight again' is at the end of the page and disappears with it; the fight starts at the top.
  useEffect(() => {
    if (round === 0) return;
    scrollTo(0, 0);
    if (document.activeElement === document.body) focusMain();
  }, [round]);
  if (typeof before === 'number' && before === finished && round === 0) {
    return <FinishedFight combatId={before} meId={meId} opponentId={opponentId} onAgain={startAgain} />;
  }
  return <Fight key={round} meId={meId} opponentId={opponentId} finished={finished} onAgain={startAgain} />;
}

/** The next page is loading while this page is still visible. */
const NAVIGATING_AWAY = null;
type FinishedMark = number | undefined | typeof NAVIGATING_AWAY;
type FightProps = { meId: number; opponentId: number; finished: FinishedMark; onAgain: () => void };

function Fight({ meId, opponentId, finished, onAgain }: FightProps) {
  // The screen needs both soon: load them in parallel with the fight.
  usePrefetchQuery(gameQuery(meId));
  usePrefetchQuery(levelsQuery);
  const fight = useFight(meId, opponentId);
  const state = useDeferredData(fight.state ?? undefined);
  const error = useApiError(fight.error);
  const navigate = useNavigate();
  const combat = fight.state?.combat;
  const ended = combat?.status === 'over' ? combat.id : undefined;
  const startAgain = useEffectEvent(onAgain);
  const lastFinished = useRef(finished);
  useEffect(() => {
    if (finished === NAVIGATING_AWAY) return;
    const previous = lastFinished.current;
    lastFinished.current = finished;
    if (!combat || ended === finished) return;
    // The mark was removed, so a link has led here again.
    if (ended !== undefined && previous === ended) startAgain();
    else void navigate({ to: '.', replace: true, resetScroll: false, state: { finished: ended } });
  }, [combat, ended, finished, navigate]);
  if (state) return <FightScreen meId={meId} state={state} fight={fight} onAgain={onAgain} />;
  if (error)
    return <FightUnavailable error={error} meId={meId} opponentId={opponentId} retry={fight.retry} />;
  return <OpeningSkeleton />;
}
