import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { ArrowLeft } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.tsx';

/** Show the link from a fight back to the opponent's profile. */
export function BackToProfile({ userId }: { userId: number }) {
  return (
    <ButtonLink
      to="/profiles/$userId"
      params={{ userId: String(userId) }}
      variant="ghost"
      size="small"
      aria-label={COMBAT_TEXTS.back}
    >
      <ArrowLeft size={20} aria-hidden="true" />
    </ButtonLink>
  );
}
