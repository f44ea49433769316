import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/state.tsx';
import { useUser } from '../accounts/api.ts';
import styles from './components/fight-screen.module.css';
import { FightScreen } from './components/fight-screen.tsx';
import { OpeningSkeleton } from './components/opening-skeleton.tsx';
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
  if (fight.state) return <FightScreen meId={meId} state={fight.state} fight={fight} onAgain={onAgain} />;
  if (fight.error) return <Refused error={fight.error} opponentId={opponentId} retry={fight.retry} />;
  return <OpeningSkeleton />;
}

type RefusedProps = { error: unknown; opponentId: number; retry: () => void };

function Refused({ error, opponentId, retry }: RefusedProps) {
  const read = useReadError(error);
  if (!read) return <OpeningSkeleton />;
  const weak = read.code === 'tooWeak';
  return (
    <div className={styles.opening} role="alert">
      <Notice
        icon={weak ? 'knocked-out-stars' : 'broken-shield'}
        title={weak ? COMBAT_TEXTS.tooWeak : read.message || COMBAT_TEXTS.openFailed}
        text={weak ? COMBAT_TEXTS.defeatHint : undefined}
        action={
          <div className={styles.ways}>
            <Button variant="primary" onClick={retry}>
              {COMBAT_TEXTS.retry}
            </Button>
            <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }}>
              {COMBAT_TEXTS.back}
            </ButtonLink>
          </div>
        }
      />
    </div>
  );
}
