import { FIGHTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { LEADERBOARD_TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { useQuery } from '@tanstack/react-query';
import { openFightsQuery } from '../../features/combat/api.ts';
import { FairFights } from '../../features/combat/components/fair-fights.tsx';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, Row } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { OpenFightList } from './open-fight-list.tsx';
import { PastFightList } from './past-fight-list.tsx';

/** Render /fights: open fights and challenges, fair opponents, practice, and past fights. */
export function FightsPage() {
  const query = useQuery(openFightsQuery);
  const open = useDeferredData(query.data);
  return (
    <Page gap={5}>
      <Row as="header" gap={3} justify="between" wrap>
        <h1>{TEXTS.title}</h1>
        <ButtonLink to="/leaderboard" size="small">
          <Icon name="trophy-cup" />
          {LEADERBOARD_TEXTS.title}
        </ButtonLink>
      </Row>
      <OpenFightList />
      {/* Open fights are at the top of the page. The content below must not move when they appear. */}
      {(open !== undefined || query.isError) && <Others />}
    </Page>
  );
}

function Others() {
  return (
    <>
      <FairFights />
      <Card
        title={
          <>
            <Icon name="checked-shield" />
            {TEXTS.sparring}
          </>
        }
      >
        <Row gap={3} rowGap={3} justify="between" wrap>
          <Text tone="quiet" grow="16rem">
            {TEXTS.sparringText}
          </Text>
          <Row gap={2} wrap>
            <ButtonLink to="/practice">{TEXTS.practice}</ButtonLink>
            <ButtonLink to="/fight-style">{TEXTS.style}</ButtonLink>
          </Row>
        </Row>
      </Card>
      <PastFightList />
    </>
  );
}
