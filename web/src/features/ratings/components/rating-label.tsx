import type { RatingSummary } from '@rivalhold/shared/contract/ratings.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LEAGUE_NAMES, RATING_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';

/** Show a rating with its league and its uncertainty. */
export function RatingLabel({ rating, end = false }: { rating: RatingSummary; end?: boolean }) {
  const { rating: value, deviation, provisional, league } = rating;
  const notes = [
    LEAGUE_NAMES[league],
    TEXTS.deviation(deviation),
    ...(provisional ? [TEXTS.provisional] : []),
  ];
  return (
    <Stack tabular leading="snug" {...(end && { justify: 'end' as const })}>
      <Text as="strong" size={3} display>
        {formatNumber(value)}
      </Text>
      <Text as="span" size={1} tone="quiet">
        {notes.join(' · ')}
      </Text>
    </Stack>
  );
}
