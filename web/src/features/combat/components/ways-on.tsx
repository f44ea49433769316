import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';

type WaysOnProps = { combatId: number; opponentId: number; onAgain: () => void };

/** Where to go from a fight that is over. */
export function WaysOn({ combatId, opponentId, onAgain }: WaysOnProps) {
  return (
    <>
      <Button variant="primary" onClick={onAgain}>
        {COMBAT_TEXTS.fightAgain}
      </Button>
      <ButtonLink to="/fights/$id" params={{ id: String(combatId) }}>
        {COMBAT_TEXTS.verify}
      </ButtonLink>
      <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }} variant="ghost">
        {COMBAT_TEXTS.back}
      </ButtonLink>
    </>
  );
}
