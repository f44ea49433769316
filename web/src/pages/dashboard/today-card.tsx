import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { QUEST_TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { useQuery } from '@tanstack/react-query';
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
import { Skeleton } from '../../ui/skeleton.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './today-card.module.css';

/** Show what to do next: the player's energy and health, the next fight, and the goals with the streak. */
export function TodayCard({ meId }: { meId: number }) {
  const profile = useQuery(profileQuery(meId)).data;
  return (
    <Card aria-label={TEXTS.title} className={styles.card}>
      <Stack gap={4}>
        <Grid columns={2} gap={4}>
          {profile ? (
            <>
              <Meter kind="health" value={profile.health} max={profile.maxHealth} label={TEXTS.health} />
              <Meter kind="energy" value={profile.energy} max={ENERGY_MAX} label={TEXTS.energy} />
            </>
          ) : (
            <Skeleton height="2rem" />
          )}
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
  if (!opponent) {
    if (suggestion.isPending) return <Skeleton height="3.5rem" />;
    return (
      <ButtonLink to="/directory" variant="primary" wide>
        {QUEST_TEXTS.find}
      </ButtonLink>
    );
  }
  const { id, username, avatarUrl, level } = opponent;
  const isChallenge = open && !open.isAttacker && open.unseen;
  const text = isChallenge
    ? TEXTS.challenged(username)
    : open
      ? TEXTS.waiting(username)
      : TEXTS.opponent(username, level);
  return (
    <Row gap={3} wrap>
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
