import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS, OFFER_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { SECOND } from '@rivalhold/shared/time-units.ts';
import { useQuery } from '@tanstack/react-query';
import { useApiError } from '../../../lib/use-api-error.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { matchupQuery } from '../api.ts';
import { BeforeFight } from './before-fight.tsx';
import page from './fight-unavailable.module.css';
import { FightUnavailable } from './fight-unavailable.tsx';
import { OpeningSkeleton } from './opening-skeleton.tsx';

type FightOfferProps = { meId: number; opponentId: number; onStart: () => void; onResume: () => void };

/**
 * Compare the player with an opponent, and show a button that starts the fight. Opening the page does not start a
 * fight.
 */
export function FightOffer({ meId, opponentId, onStart, onResume }: FightOfferProps) {
  const query = useQuery(matchupQuery(opponentId));
  const error = useApiError(query.error);
  const matchup = query.data?.matchups[0];
  if (error && !matchup) {
    const retry = () => void query.refetch();
    return <FightUnavailable error={error} meId={meId} opponentId={opponentId} retry={retry} />;
  }
  if (!query.data || !matchup) return <OpeningSkeleton />;
  const { username } = matchup.opponent;
  return (
    <div className={page.page}>
      <Text as="h1" size={4}>
        {COMBAT_TEXTS.title}
      </Text>
      <Card className={page.card}>
        <Stack gap={4}>
          <BeforeFight
            own={query.data.own}
            matchup={matchup}
            start={{ run: onStart, isPending: false, error: null }}
            onResume={onResume}
          />
          <Text size={1} tone="quiet">
            {OFFER_TEXTS.text(username, LIMITS.combat.challengeMs / SECOND)}
          </Text>
          <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }} variant="ghost">
            {COMBAT_TEXTS.toProfile}
          </ButtonLink>
        </Stack>
      </Card>
    </div>
  );
}
