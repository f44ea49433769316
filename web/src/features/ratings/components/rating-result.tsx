import { RATING_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useQuery } from '@tanstack/react-query';
import { Text } from '../../../ui/text.tsx';
import { ratingQuery } from '../api.ts';

type RatingResultProps = { userId: number; fightId: number };

/** Show how a ranked fight has changed the player's rating. */
export function RatingResult({ userId, fightId }: RatingResultProps) {
  const { data } = useQuery({ ...ratingQuery(userId), queryKey: [...ratingQuery(userId).queryKey, fightId] });
  if (!data) return null;
  const change = data.changes.find((one) => one.fightId === fightId);
  if (!change) return <Text tone="quiet">{TEXTS.unrated}</Text>;
  return (
    <Text weight="medium" tabular>
      {TEXTS.after(change.after, TEXTS.changed(change.after - change.before))}
    </Text>
  );
}
