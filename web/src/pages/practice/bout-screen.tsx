import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { Bout } from '@rivalhold/shared/fights/practice.ts';
import { COMBAT_TEXTS, MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

type BoutScreenProps = {
  bout: Bout;
  prepared: Move | null;
  isReady: boolean;
  avatarUrl: string | null;
  play: (move: Move) => void;
  title?: string;
  hint?: ReactNode;
  outcome: ReactNode;
};

export function BoutScreen({ bout, prepared, play, hint, outcome }: BoutScreenProps) {
  const { attacker, defender } = bout.state;
  return (
    <div>
      <h1>{COMBAT_TEXTS.title}</h1>
      <p>{TEXTS.badge}</p>
      <p>
        {attacker.hp} : {defender.hp}
      </p>
      {prepared && <p>{COMBAT_TEXTS.prepares(bout.setup.defender.username, MOVE_NAMES[prepared])}</p>}
      {hint}
      {outcome ??
        (['strike', 'guard', 'feint', 'heavy', 'heal'] as const).map((move) => (
          <Button key={move} onClick={() => play(move)}>
            {move === 'strike' ? COMBAT_TEXTS.attack : MOVE_NAMES[move]}
          </Button>
        ))}
    </div>
  );
}
