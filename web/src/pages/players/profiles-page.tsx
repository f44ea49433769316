import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { profilesQuery } from '../../entities/players/api.ts';
import { statusText } from '../../entities/players/describe.ts';
import { PlayerAvatar } from '../../entities/players/player-avatar.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { repeat } from '../../lib/repeat.ts';
import { Grid, Page, Row, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Meter } from '../../ui/meter.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './profiles-page.module.css';

/** Show all players, newest first. */
export function ProfilesPage() {
  const query = useInfiniteQuery(profilesQuery);
  return (
    <Page gap={5}>
      <h1>{PROFILE_TEXTS.listTitle}</h1>
      <ListState
        items={query.data?.pages.flatMap((page) => page.items)}
        failure={query.error ? PROFILE_TEXTS.listFailed : null}
        retry={() => void query.refetch()}
        loading={<LoadingState />}
        empty={<Notice icon="campfire" title={PROFILE_TEXTS.listEmpty} />}
      >
        {(profiles) => (
          <>
            <Grid as="ul" columns="17rem" gap={3} className={styles.grid}>
              {profiles.map((profile) => (
                <li key={profile.id}>
                  <ProfileLink profile={profile} />
                </li>
              ))}
            </Grid>
            <LoadMore query={query} failure={PROFILE_TEXTS.listFailed} end={PROFILE_TEXTS.listEnd} />
          </>
        )}
      </ListState>
    </Page>
  );
}

/** Show a player in the list. The card links to the profile, and the avatar opens the quick view. */
function ProfileLink({ profile }: { profile: Profile }) {
  return (
    <article className={styles.card}>
      <PlayerLink player={profile} className={styles.face}>
        <VisuallyHidden>{PROFILE_CARD_TEXTS.quickView(profile.username)} </VisuallyHidden>
        <PlayerAvatar player={profile} size={72} />
      </PlayerLink>
      <Stack>
        <Link to="/profiles/$userId" params={{ userId: String(profile.id) }} className={styles.name}>
          {profile.username}
        </Link>
        <p className={styles.status} dir="auto">
          {statusText(profile)}
        </p>
        <Row
          as="p"
          gap={3}
          size={1}
          weight="medium"
          display
          leading="tight"
          tabular
          paddingTop={1}
          className={styles.numbers}
        >
          <span>{PROFILE_TEXTS.level(profile.level)}</span>
          <span>{PROFILE_TEXTS.xpOf(profile.experience)}</span>
        </Row>
      </Stack>
      <Meter
        kind="energy"
        value={profile.energy}
        max={ENERGY_MAX}
        label={PROFILE_TEXTS.energy}
        className={styles.energy}
      />
    </article>
  );
}

function LoadingState() {
  return (
    <>
      <Text role="status" tone="quiet" paddingBottom={3}>
        {PROFILE_TEXTS.listLoading}
      </Text>
      <Grid columns="17rem" gap={3}>
        {repeat(12, (index) => (
          <SkeletonCard key={index} height="8.5rem" picture="4.5rem" lines={3} />
        ))}
      </Grid>
    </>
  );
}
