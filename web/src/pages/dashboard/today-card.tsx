import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { profileQuery } from '../../entities/players/api.ts';
import { openFightsQuery } from '../../features/combat/api.ts';
import { opponentQuery } from '../../features/goals/api.ts';
import { GoalList } from '../../features/goals/components/goal-list.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './today-card.module.css';

/** Until the data loads, invisible values of the same height reserve the space. */
const NO_VITALS = { health: 0, maxHealth: 1, energy: 0 };
const NO_OPPONENT = { id: 0, username: '?', avatarUrl: null, level: 1 };

/** Show what to do next: the player's energy and health, the next fight, and the goals with the streak. */
export function TodayCard({ meId }: { meId: number }) {
  const profile = useQuery(profileQuery(meId)).data;
  const { health, maxHealth, energy } = profile ?? NO_VITALS;
  return (
    <Card aria-label={TEXTS.title} className={styles.card}>
      <Stack gap={4}>
        <Grid columns={2} gap={4} className={clsx(!profile && styles.loading)} aria-hidden={!profile}>
          <Meter kind="health" value={health} max={maxHealth} label={TEXTS.health} />
          <Meter kind="energy" value={energy} max={ENERGY_MAX} label={TEXTS.energy} />
        </Grid>
        <NextFight />
        <GoalList />
      </Stack>
    </Card>
  );
}

/** Offer the open fight, or a fight with a fair opponent. */
function NextFight() {
  const open = useQuery(openFightsQuery).data?.[0];
  const suggestion = useQuery(opponentQuery);
  const opponent = open?.opponent ?? suggestion.data?.opponent;
  if (!opponent && !suggestion.isPending)
    return (
      <ButtonLink to="/directory" variant="primary" size="large" wide>
        {TEXTS.find}
      </ButtonLink>
    );
  const { id, username, avatarUrl, level } = opponent ?? NO_OPPONENT;
  const isChallenge = open && !open.isAttacker && open.unseen;
  const text = isChallenge
    ? TEXTS.challenged(username)
    : open
      ? TEXTS.waiting(username)
      : TEXTS.opponent(username, level);
  return (
    <Row gap={3} wrap className={clsx(!opponent && styles.loading)} aria-hidden={!opponent}>
      <Avatar name={username} url={avatarUrl} size={48} />
      <Text grow="9rem" leading="snug" wrap="anywhere">
        {text}
      </Text>
      <ButtonLink
        to="/fight/$userId"
        params={{ userId: String(id) }}
        variant="primary"
        size="large"
        className={styles.button}
      >
        <Icon name="crossed-swords" size="1.5rem" />
        {isChallenge ? TEXTS.fightBack : open ? TEXTS.resume : TEXTS.fight}
      </ButtonLink>
    </Row>
  );
}
