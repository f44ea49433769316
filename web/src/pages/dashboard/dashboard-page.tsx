import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { useState } from 'react';
import { useUser } from '../../entities/session/api.ts';
import { ConfirmNotice } from '../../features/accounts/components/confirm-notice.tsx';
import { ClipsBar } from '../../features/clips/components/clips-bar.tsx';
import { Feed } from '../../features/feed/components/feed.tsx';
import { ShareBox } from '../../features/feed/components/share-box.tsx';
import { FriendsOnline } from '../../features/friends/components/friends-online.tsx';
import { IncomingRequests } from '../../features/friends/components/request-lists.tsx';
import { NotificationsCard } from '../../features/notifications/components/notifications-card.tsx';
import { areQuestsNew } from '../../features/quests/quest-layout.ts';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { useDeferredMount } from '../../lib/use-deferred-mount.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, Row, Stack } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { CardDrawer } from './card-drawer.tsx';
import styles from './dashboard-page.module.css';
import { FirstSteps } from './first-steps.tsx';
import { LatestPosts } from './latest-posts.tsx';
import { OwnCard } from './own-card.tsx';
import { OpenFights, TopPlayers } from './side-lists.tsx';
import { TodayCard } from './today-card.tsx';

/** Export the loader from this file. If it were a separate file, the browser would request it later. */
export { loadDashboard } from './loader.ts';

/** Show the dashboard: the player's card, fights, top players, and the feed. */
export function DashboardPage() {
  const me = useUser();
  const isNarrow = useMediaQuery(BREAKPOINTS.narrow);
  // On narrow screens, the side lists are below the feed and can be rendered later.
  const areBesideShown = useDeferredMount() || !isNarrow;
  const [isNew] = useState(() => areQuestsNew(me.id));
  return (
    <Page gap={4} className={styles.page}>
      <header className={styles.top}>
        <Text as="h1" wrap="anywhere" className={styles.title}>
          {DASHBOARD_TEXTS[isNew ? 'welcome' : 'welcomeBack'](me.username)}
        </Text>
        <Row gap={2} align="stretch" wrap className={styles.links}>
          {isNarrow && (
            <CardDrawer>
              <OwnCard userId={me.id} />
            </CardDrawer>
          )}
          <ButtonLink to="/chat">
            <Icon name="hunting-horn" />
            {PAGE_TITLES.lobby}
          </ButtonLink>
          <ButtonLink to="/forum">
            <Icon name="scroll-unfurled" />
            {DASHBOARD_TEXTS.forum}
          </ButtonLink>
          <ButtonLink to="/my-gallery">
            <Icon name="open-book" />
            {PAGE_TITLES.myGallery}
          </ButtonLink>
          <ButtonLink to="/profiles">
            <Icon name="three-friends" />
            {DASHBOARD_TEXTS.allPlayers}
          </ButtonLink>
        </Row>
      </header>
      <Stack gap={4} className={styles.left}>
        {!isNarrow && (
          <aside aria-label={DASHBOARD_TEXTS.myCard}>
            <OwnCard userId={me.id} />
          </aside>
        )}
        <div className={styles.fights}>{areBesideShown && <OpenFights />}</div>
        <div className={styles.best}>{areBesideShown && <TopPlayers meId={me.id} />}</div>
        <div className={styles.latest}>{areBesideShown && <LatestPosts />}</div>
      </Stack>
      <Stack gap={4} className={styles.center}>
        <ConfirmNotice user={me} />
        <FirstSteps meId={me.id} />
        <TodayCard meId={me.id} />
        <ClipsBar className={styles.clips} />
        <div id="share" className={styles.share}>
          <ShareBox />
        </div>
        <Feed className={styles.feed} />
      </Stack>
      <Stack gap={4} className={styles.side}>
        {areBesideShown && (
          <>
            <NotificationsCard />
            <IncomingRequests />
            <FriendsOnline />
          </>
        )}
      </Stack>
    </Page>
  );
}
