import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { ACTIVITY_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type RefObject, Suspense } from 'react';
import { ActivityList } from '../../entities/activity/activity-list.tsx';
import { blocksQuery } from '../../entities/blocks/api.ts';
import { BlockButton } from '../../entities/blocks/block-button.tsx';
import { profileQuery } from '../../entities/players/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { LevelProgress, StatTiles, Vitals } from '../../entities/stats/stats.tsx';
import { CommentThread } from '../../features/comments/components/comment-thread.tsx';
import { TitleList } from '../../features/goals/components/title-list.tsx';
import { LatestPhotos } from '../../features/photos/components/latest-photos.tsx';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { statusOf } from '../../lib/errors.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useTitle } from '../../lib/title.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { useDeferredMount } from '../../lib/use-deferred-mount.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grid, Page, Stack } from '../../ui/layout.tsx';
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { ProfileHeader, ProfileHeaderSkeleton } from './profile-header.tsx';
import styles from './profile-page.module.css';
import { Standing, StandingSkeleton } from './standing.tsx';

const RatingCard = lazyComponent(
  () => import('../../features/ratings/components/rating-card.tsx'),
  'RatingCard',
);

/** Show a player's profile: identity, stats and recent activity. */
export function ProfilePage() {
  const { userId } = useParams({ from: '/player/profiles/$userId' });
  const id = Number(userId);
  const me = useUser();
  const blocks = useQuery(blocksQuery);
  const blocked = blocks.data?.find((player) => player.id === id);
  // Do not load the profile of a player that the viewer has blocked.
  const query = useQuery({ ...profileQuery(id), enabled: !blocked });
  const profile = useDeferredData(query.data);
  // On phones, the second column is below the first, so render it later.
  const isNarrow = useMediaQuery(BREAKPOINTS.phone);
  const isSecondShown = useDeferredMount(profile !== undefined) || !isNarrow;
  useTitle(profile?.username ?? blocked?.username);
  // Restore the focus, because the whole page changes when the player is blocked or unblocked.
  const page = useRestoreFocus<HTMLDivElement>(
    blocked ? 'blocked' : profile ? 'profile' : 'waiting',
    'heading',
  );

  if (blocked) {
    return (
      <Page ref={page} gap={4} width="medium">
        <Notice
          page
          icon="padlock"
          title={BLOCK_TEXTS.blocked(blocked.username)}
          text={BLOCK_TEXTS.blockedText}
          action={<BlockButton player={blocked} variant="secondary" size="medium" />}
        />
      </Page>
    );
  }
  if (!profile) {
    if (!query.error || blocks.isPending || query.data)
      return <LoadingState page={page} own={id === me.id} />;
    const missing = statusOf(query.error) === 404;
    return (
      <Page gap={4} width="medium">
        {missing ? (
          <Notice
            page
            icon="person"
            title={PROFILE_TEXTS.notFound}
            action={<ButtonLink to="/profiles">{PROFILE_TEXTS.listTitle}</ButtonLink>}
          />
        ) : (
          <Failure page message={PROFILE_TEXTS.loadFailed} retry={() => void query.refetch()} />
        )}
      </Page>
    );
  }
  const own = profile.id === me.id;
  return (
    <Page ref={page} gap={4} width="medium" key={id}>
      <ProfileHeader profile={profile} own={own} />
      <Standing player={profile} own={own} />
      <Grid columns={['22rem', '1fr']} gap={4} align="start" stackOn="phone" className={styles.columns}>
        <Stack gap={4}>
          <Card title={PROFILE_TEXTS.stats}>
            <Stack gap={5}>
              <LevelProgress profile={profile} />
              <Vitals profile={profile} />
              <StatTiles profile={profile} />
            </Stack>
          </Card>
          <LatestPhotos player={profile} />
          <TitleList userId={id} own={own} />
          {/* Keep this card last in the column, so that nothing moves when its code arrives. */}
          <Suspense fallback={<CardSkeleton lines={6} />}>
            <RatingCard userId={id} own={own} />
          </Suspense>
        </Stack>
        <Stack gap={4}>
          {isSecondShown && (
            <>
              <Card title={ACTIVITY_TEXTS.title}>
                <ActivityList filter={{ userId: id }} failureText={ACTIVITY_TEXTS.failed} />
              </Card>
              <CommentThread profileId={id} refusal={profile.refusals?.comments} />
            </>
          )}
        </Stack>
      </Grid>
    </Page>
  );
}

function LoadingState({ page, own }: { page: RefObject<HTMLDivElement | null>; own: boolean }) {
  return (
    <Page ref={page} tabIndex={-1} gap={4} width="medium" aria-busy="true">
      <ProfileHeaderSkeleton own={own} />
      <StandingSkeleton own={own} />
      <Grid columns={['22rem', '1fr']} gap={4} align="start" stackOn="phone" className={styles.columns}>
        <Stack gap={4}>
          <CardSkeleton lines={own ? 13 : 11} />
          <CardSkeleton lines={8} />
        </Stack>
        <Stack gap={4}>
          <CardSkeleton lines={30} />
          <CardSkeleton lines={11} />
        </Stack>
      </Grid>
    </Page>
  );
}

/** Show a placeholder for a card with its title. */
function CardSkeleton({ lines }: { lines: number }) {
  return (
    <Card aria-hidden="true" title={<Skeleton width="8rem" height="1.25em" />}>
      <SkeletonLines lines={lines} />
    </Card>
  );
}
