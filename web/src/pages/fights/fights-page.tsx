import { FIGHTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { LEADERBOARD_TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { RANKED_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useQuery } from '@tanstack/react-query';
import { openFightsQuery } from '../../features/combat/api.ts';
import { FairFights } from '../../features/combat/components/fair-fights.tsx';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Page, Row, Stack } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './fights-page.module.css';
import { OpenFightList } from './open-fight-list.tsx';
import { PastFightList } from './past-fight-list.tsx';

/** Render /fights: open fights and challenges, fair opponents, ranked fights, practice, and past fights. */
export function FightsPage() {
  const query = useQuery(openFightsQuery);
  const isReady = useDeferredData(query.data) !== undefined || query.isError;
  const isWide = useMediaQuery(BREAKPOINTS.wide);
  return (
    <Page gap={5}>
      <Row as="header" gap={3} justify="between" wrap>
        <h1>{TEXTS.title}</h1>
        <ButtonLink to="/leaderboard" size="small">
          <Icon name="trophy-cup" />
          {LEADERBOARD_TEXTS.title}
        </ButtonLink>
      </Row>
      <Grid columns={1} gap={5} align="start" className={styles.columns}>
        <OpenFightList />
        {/* The content below the open fights must not move when they appear. */}
        {(isReady || isWide) && <Opponents />}
        {isReady && (
          <div className={styles.past}>
            <PastFightList />
          </div>
        )}
      </Grid>
    </Page>
  );
}

/** Show fair opponents, ranked fights, and sparring partners. */
function Opponents() {
  return (
    <>
      <div className={styles.fair}>
        <FairFights />
      </div>
      <Stack gap={5}>
        <Card
          title={
            <>
              <Icon name="laurel-crown" />
              {RANKED_TEXTS.title}
            </>
          }
        >
          <Row gap={3} rowGap={3} justify="between" wrap>
            <Text tone="quiet" grow="16rem">
              {RANKED_TEXTS.lead}
            </Text>
            <ButtonLink to="/ranked" variant="primary">
              {RANKED_TEXTS.find}
            </ButtonLink>
          </Row>
        </Card>
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
      </Stack>
    </>
  );
}
