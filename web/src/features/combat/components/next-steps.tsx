import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import type { ReactNode } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { useHealthStatus } from '../use-health-status.ts';

type NextStepsProps = {
  combatId: number;
  opponentId: number;
  onAgain: () => void;
  /** Secondary actions beside the back link. */
  children?: ReactNode;
};

/** Offer the next steps after a fight; players too weak for another fight see healing first. */
export function NextSteps({ combatId, opponentId, onAgain, children }: NextStepsProps) {
  const { id: userId } = useUser();
  const { isSettled, isDefeated } = useHealthStatus();
  if (!isSettled) return null;
  return (
    <>
      {isDefeated && (
        <ButtonLink to="/inventory/$userId" params={{ userId: String(userId) }} variant="primary">
          {COMBAT_TEXTS.recover}
        </ButtonLink>
      )}
      <Button variant={isDefeated ? undefined : 'primary'} onClick={onAgain}>
        {COMBAT_TEXTS.fightAgain}
      </Button>
      <ButtonLink to="/fights/$id" params={{ id: String(combatId) }}>
        {COMBAT_TEXTS.verify}
      </ButtonLink>
      <Row gap={2} justify="center">
        <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }} variant="ghost">
          {COMBAT_TEXTS.back}
        </ButtonLink>
        {children}
      </Row>
    </>
  );
}
