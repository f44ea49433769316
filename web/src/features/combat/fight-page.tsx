import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useUser } from '../accounts/api.ts';
import { FightScreen } from './components/fight-screen.tsx';
import { OpeningSkeleton } from './components/opening-skeleton.tsx';
import { Refused } from './components/refused.tsx';
import { useFight } from './use-fight.ts';
import { useReadError } from './use-read-error.ts';

/** The fight with the player in the address. Each opening, and each 'Fight again', is a fight screen of its own. */
export function FightPage() {
  const { userId } = useParams({ from: '/player/fight/$userId' });
  const [round, setRound] = useState(0);
  return <Ring key={`${userId}-${round}`} opponentId={Number(userId)} onAgain={() => setRound(round + 1)} />;
}

function Ring({ opponentId, onAgain }: { opponentId: number; onAgain: () => void }) {
  const { id: meId } = useUser();
  const fight = useFight(meId, opponentId);
  const error = useReadError(fight.error);
  // 'Fight again' is pressed at the end of a page; the ring is at its top.
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  if (fight.state) return <FightScreen meId={meId} state={fight.state} fight={fight} onAgain={onAgain} />;
  if (error) return <Refused error={error} meId={meId} opponentId={opponentId} retry={fight.retry} />;
  return <OpeningSkeleton />;
}
