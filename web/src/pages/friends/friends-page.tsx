import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { onlineQuery } from '../../entities/presence/api.ts';
import { friendshipsQuery, incomingQuery } from '../../features/friends/api.ts';
import { FriendList, FriendListSkeleton } from '../../features/friends/components/friend-list.tsx';
import { IncomingRequests, OutgoingRequests } from '../../features/friends/components/request-lists.tsx';
import { useSocketState } from '../../lib/socket.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './friends-page.module.css';

/** Maximum time (ms) to wait for the online status, which determines the order of the friends. */
const TIMEOUT_MS = 3_000;

/** Render /friends: friends, and incoming and outgoing requests. */
export function FriendsPage() {
  const incoming = useQuery(incomingQuery);
  const friends = useQuery(friendshipsQuery);
  const isLost = useSocketState() === 'lost';
  const presence = useQuery(onlineQuery);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  // Once the lists are shown, they stay visible during reloads.
  const areKnown = useRef(false);
  areKnown.current ||= incoming.isFetched && friends.isFetched && (presence.isFetched || isLost || hasWaited);
  const waiting = (incoming.data?.length ?? 0) > 0;
  // Show the requests before the friends if requests are pending, otherwise after the friends.
  const requests = <IncomingRequests key="requests" className={styles.incoming} />;
  const list = (
    <div key="friends" className={styles.friends}>
      <FriendList />
    </div>
  );
  return (
    <Page gap={5}>
      <PageHeader
        title={FRIENDS_PAGE_TEXTS.title}
        action={
          <ButtonLink to="/directory">
            <Search size={18} aria-hidden="true" />
            {FRIENDS_PAGE_TEXTS.findPlayers}
          </ButtonLink>
        }
      />
      {areKnown.current ? (
        <div className={styles.columns}>
          {waiting ? [requests, list] : [list, requests]}
          <div className={styles.outgoing}>
            <OutgoingRequests />
          </div>
        </div>
      ) : (
        // Show placeholders, because the order of the lists and of the friends is not known yet.
        <div className={styles.columns} aria-busy="true">
          <Card className={styles.friends}>
            <FriendListSkeleton />
          </Card>
        </div>
      )}
    </Page>
  );
}
