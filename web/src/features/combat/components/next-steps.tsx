import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import type { ReactNode } from 'react';
import { VERDICT } from '../../../lib/anchors.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { useHealthStatus } from '../use-health-status.ts';
import { ShareFight } from './share-fight.tsx';

type NextStepsProps = {
  combatId: number;
  opponentId: number;
  hasLost: boolean;
  /**
   * Starts another fight with the same opponent; null after a ranked fight, because the pool selects the opponents of
   * ranked fights.
   */
  onAgain: (() => void) | null;
  /** Secondary actions beside the back link. */
  children?: ReactNode;
};

/** Offer the next steps after a fight: another fight, practice after a defeat, and verification of the fight. */
export function NextSteps({ combatId, opponentId, hasLost, onAgain, children }: NextStepsProps) {
  const { isSettled, isDefeated } = useHealthStatus();
  if (!isSettled) return null;
  return (
    <>
      {onAgain ? (
        <Button variant={isDefeated ? undefined : 'primary'} onClick={onAgain}>
          {COMBAT_TEXTS.fightAgain}
        </Button>
      ) : (
        <ButtonLink to="/ranked" variant="primary">
          {COMBAT_TEXTS.nextRanked}
        </ButtonLink>
      )}
      {hasLost && <ButtonLink to="/practice">{COMBAT_TEXTS.practice}</ButtonLink>}
      <ButtonLink to="/fights/$id" params={{ id: String(combatId) }} hash={VERDICT}>
        {COMBAT_TEXTS.verify}
      </ButtonLink>
      <Row gap={2} justify="center">
        <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }} variant="ghost">
          {COMBAT_TEXTS.back}
        </ButtonLink>
        <ShareFight id={combatId} compact />
        {children}
      </Row>
    </>
  );
}
