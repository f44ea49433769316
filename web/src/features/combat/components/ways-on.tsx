import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import type { ReactNode } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useWounds } from '../use-wounds.ts';
import styles from './ways-on.module.css';

type WaysOnProps = {
  combatId: number;
  opponentId: number;
  onAgain: () => void;
  /** What stands beside the way back, as quiet as it. */
  children?: ReactNode;
};

/** Where to go from a fight that is over: for whoever is too weak for another one, what heals comes first. */
export function WaysOn({ combatId, opponentId, onAgain, children }: WaysOnProps) {
  const { id: userId } = useUser();
  const { isSettled, isBeaten } = useWounds();
  if (!isSettled) return null;
  return (
    <>
      {isBeaten && (
        <ButtonLink to="/inventory/$userId" params={{ userId: String(userId) }} variant="primary">
          {COMBAT_TEXTS.recover}
        </ButtonLink>
      )}
      <Button variant={isBeaten ? undefined : 'primary'} onClick={onAgain}>
        {COMBAT_TEXTS.fightAgain}
      </Button>
      <ButtonLink to="/fights/$id" params={{ id: String(combatId) }}>
        {COMBAT_TEXTS.verify}
      </ButtonLink>
      <div className={styles.quiet}>
        <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }} variant="ghost">
          {COMBAT_TEXTS.back}
        </ButtonLink>
        {children}
      </div>
    </>
  );
}
