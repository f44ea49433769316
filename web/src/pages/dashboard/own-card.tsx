import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { profileQuery } from '../../entities/players/api.ts';
import { statusText } from '../../entities/players/describe.ts';
import { LevelProgress, StatTiles, Vitals } from '../../entities/stats/stats.tsx';
import { HealButton } from '../../features/combat/components/heal-button.tsx';
import { repeat } from '../../lib/repeat.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grid, Stack } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './own-card.module.css';

/** Show a placeholder with the same parts and height as the loaded card. */
function OwnCardSkeleton() {
  return (
    <Stack gap={4} aria-hidden="true" className={styles.loading}>
      <div className={styles.player}>
        <Skeleton width="6rem" height="6rem" radius="portrait" />
        <Skeleton width="8rem" height="1.5rem" />
      </div>
      {repeat(3, (meter) => (
        <Skeleton key={meter} height="2.25rem" />
      ))}
      <Skeleton height="2.75rem" />
      <Grid columns={2} gap={2}>
        {repeat(4, (tile) => (
          <Skeleton key={tile} height="2.75rem" />
        ))}
      </Grid>
      <Skeleton height="2.75rem" />
    </Stack>
  );
}

/** Show a summary of the player's own character. */
export function OwnCard({ userId }: { userId: number }) {
  const query = useQuery(profileQuery(userId));
  const profile = query.data;
  if (!profile) {
    return (
      <Card aria-busy={!query.error}>
        {query.error ? (
          <Failure message={DASHBOARD_TEXTS.profileFailed} retry={() => void query.refetch()} />
        ) : (
          <OwnCardSkeleton />
        )}
      </Card>
    );
  }
  const params = { userId: String(userId) };
  return (
    <Card>
      <Stack gap={4}>
        <Stack gap={1}>
          <Link to="/profiles/$userId" params={params} className={styles.player}>
            <Avatar name={profile.username} url={profile.avatarUrl} size={96} />
            <Text
              as="span"
              size={4}
              weight="bold"
              display
              leading="tight"
              textAlign="center"
              wrap="anywhere"
              className={styles.name}
            >
              {profile.username}
            </Text>
          </Link>
          <Text size={1} tone="quiet" textAlign="center" wrap="anywhere">
            {statusText(profile)}
          </Text>
        </Stack>
        <LevelProgress profile={profile} />
        <Vitals profile={profile} />
        <HealButton userId={userId} stats={profile} />
        <StatTiles profile={profile} />
        <Stack gap={1}>
          <ButtonLink to="/profiles/$userId" params={params} size="small" wide>
            {DASHBOARD_TEXTS.viewProfile}
          </ButtonLink>
          <ButtonLink to="/settings" size="small" variant="ghost" wide>
            {PROFILE_TEXTS.settings}
          </ButtonLink>
        </Stack>
      </Stack>
    </Card>
  );
}
