import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useUser } from '../../accounts/api.ts';

type WaysOnProps = {
  combatId: number;
  opponentId: number;
  /** Too weak for another fight as yet: what heals comes first. */
  isBeaten?: boolean;
  onAgain: () => void;
};

/** Where to go from a fight that is over. */
export function WaysOn({ combatId, opponentId, isBeaten, onAgain }: WaysOnProps) {
  const { id: userId } = useUser();
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
      <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }} variant="ghost">
        {COMBAT_TEXTS.back}
      </ButtonLink>
    </>
  );
}
