import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RATING_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Text } from '../../../ui/text.tsx';
import { ratingQuery } from '../api.ts';

type RatingResultProps = { userId: number; fightId: number };

/** Show how a ranked fight has changed the player's rating. */
export function RatingResult({ userId, fightId }: RatingResultProps) {
  const query = ratingQuery(userId);
  // Use a separate cache entry, because the rating loaded for another page might be from before the fight.
  const { data, isError, isFetching, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, fightId],
  });
  if (isError && !data)
    return (
      <Row gap={2} wrap justify="center">
        {TEXTS.failed}
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {SHELL_TEXTS.retry}
        </Button>
      </Row>
    );
  if (!data)
    return (
      <p aria-busy="true">
        <Skeleton width="9rem" />
      </p>
    );
  const change = data.changes.find((one) => one.fightId === fightId);
  if (change)
    return (
      <Text weight="medium" tabular>
        {TEXTS.after(change.after, TEXTS.changed(change.after - change.before))}
      </Text>
    );
  // The response contains only the latest changes, so the change of an older fight can be missing.
  const oldest = data.changes.at(-1)?.fightId ?? 0;
  const isOlder = data.changes.length >= LIMITS.ranked.history && fightId < oldest;
  return isOlder ? null : <Text tone="quiet">{TEXTS.unrated}</Text>;
}
