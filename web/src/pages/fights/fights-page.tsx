import { FIGHTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { LEADERBOARD_TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { RANKED_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openFightsQuery } from '../../features/combat/api.ts';
import { FairFights } from '../../features/combat/components/fair-fights.tsx';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Grid, Page, Row, Stack } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
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
      <PageHeader
        title={TEXTS.title}
        action={
          <ButtonLink to="/leaderboard">
            <Icon name="trophy-cup" />
            {LEADERBOARD_TEXTS.title}
          </ButtonLink>
        }
      />
      <Grid columns={1} gap={5} align="start" className={styles.columns}>
        <OpenFightList />
        {/*
         * Wait for the open fights, so that they do not push down the content below them. In wide windows, the
         * opponents are beside the open fights.
         */}
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

/** Show fair opponents, ranked fights, and practice. */
function Opponents() {
  return (
    <>
      <div className={styles.fair}>
        <FairFights />
      </div>
      <Stack gap={5}>
        <FightKind icon="laurel-crown" title={RANKED_TEXTS.title} text={RANKED_TEXTS.lead}>
          <ButtonLink to="/ranked" variant="primary">
            {RANKED_TEXTS.find}
          </ButtonLink>
        </FightKind>
        <FightKind icon="checked-shield" title={TEXTS.practiceTitle} text={TEXTS.practiceText}>
          <Row gap={2} wrap>
            <ButtonLink to="/practice">{TEXTS.practice}</ButtonLink>
            <ButtonLink to="/fight-style">{TEXTS.style}</ButtonLink>
          </Row>
        </FightKind>
      </Stack>
    </>
  );
}

type FightKindProps = { icon: IconName; title: string; text: string; children: ReactNode };

/** Describe a kind of fight beside its links. */
function FightKind({ icon, title, text, children }: FightKindProps) {
  return (
    <Card
      title={
        <>
          <Icon name={icon} />
          {title}
        </>
      }
    >
      <Row gap={3} rowGap={3} justify="between" wrap>
        <Text tone="quiet" grow="16rem">
          {text}
        </Text>
        {children}
      </Row>
    </Card>
  );
}
