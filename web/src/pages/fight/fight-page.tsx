import { usePrefetchQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { gameQuery, levelsQuery } from '../../entities/game/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { FightScreen } from '../../features/combat/components/fight-screen.tsx';
import { Finished } from '../../features/combat/components/finished.tsx';
import { OpeningSkeleton } from '../../features/combat/components/opening-skeleton.tsx';
import { Refused } from '../../features/combat/components/refused.tsx';
import { useFight } from '../../features/combat/use-fight.ts';
import { useArrived } from '../../lib/use-arrived.ts';
import { useReadError } from '../../lib/use-read-error.ts';
import { focusMain } from '../../ui/focus-main.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The fight that ended at this place of the browser's history: coming back to it begins no other. */
    finished?: number;
  }
}

/** The fight with the player in the address. */
export function FightPage() {
  const { userId } = useParams({ from: '/player/fight/$userId' });
  return <Fights key={userId} opponentId={Number(userId)} />;
}

/** One fight after the other with the same opponent. Each opening, and each 'Fight again', is a screen of its own. */
function Fights({ opponentId }: { opponentId: number }) {
  const { id: meId } = useUser();
  const here = `/fight/${opponentId}`;
  const finished = useRouterState({
    select: ({ location }) => (location.pathname === here ? location.state.finished : LEAVING),
  });
  const [before] = useState(finished);
  const [round, setRound] = useState(0);
  const again = () => setRound(round + 1);
  // 'Fight again' is pressed at the end of a page, and goes with it; the ring is at its top.
  useEffect(() => {
    if (round === 0) return;
    scrollTo(0, 0);
    if (document.activeElement === document.body) focusMain();
  }, [round]);
  if (typeof before === 'number' && before === finished && round === 0) {
    return <Finished combatId={before} meId={meId} opponentId={opponentId} onAgain={again} />;
  }
  return <Ring key={round} meId={meId} opponentId={opponentId} finished={finished} onAgain={again} />;
}

/** The next page is on its way while this one still stands. */
const LEAVING = null;
type Mark = number | undefined | typeof LEAVING;
type RingProps = { meId: number; opponentId: number; finished: Mark; onAgain: () => void };

function Ring({ meId, opponentId, finished, onAgain }: RingProps) {
  // The screen asks for both once it is there: beside the fight instead of after it.
  usePrefetchQuery(gameQuery(meId));
  usePrefetchQuery(levelsQuery);
  const fight = useFight(meId, opponentId);
  const state = useArrived(fight.state ?? undefined);
  const error = useReadError(fight.error);
  const navigate = useNavigate();
  const combat = fight.state?.combat;
  const ended = combat?.status === 'over' ? combat.id : undefined;
  const again = useEffectEvent(onAgain);
  const marked = useRef(finished);
  useEffect(() => {
    if (finished === LEAVING) return;
    const before = marked.current;
    marked.current = finished;
    if (!combat || ended === finished) return;
    // The mark that was set is gone: a link has led here anew.
    if (ended !== undefined && before === ended) again();
    else void navigate({ to: '.', replace: true, resetScroll: false, state: { finished: ended } });
  }, [combat, ended, finished, navigate]);
  if (state) return <FightScreen meId={meId} state={state} fight={fight} onAgain={onAgain} />;
  if (error) return <Refused error={error} meId={meId} opponentId={opponentId} retry={fight.retry} />;
  return <OpeningSkeleton />;
}
