import { TITLE_NAMES } from '@rivalhold/shared/texts/titles.ts';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../ui/icon.tsx';
import { Row } from '../../../ui/layout.tsx';
import { titlesQuery } from '../titles-api.ts';

/** Show the title that a player has chosen. Renders nothing if the player has chosen none. */
export function TitleBadge({ userId }: { userId: number }) {
  const chosen = useQuery(titlesQuery(userId)).data?.chosen;
  if (!chosen) return null;
  return (
    <Row as="p" gap={1} tone="gold" weight="medium" display>
      <Icon name="laurel-crown" />
      {TITLE_NAMES[chosen]}
    </Row>
  );
}
