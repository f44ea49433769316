import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { incomingQuery } from './api.ts';
import { FriendList } from './components/friend-list.tsx';
import { IncomingRequests, OutgoingRequests } from './components/request-lists.tsx';
import styles from './friends-page.module.css';

/** /friends: one's friends, who would like to be one, and whom one has asked. */
export function FriendsPage() {
  const waiting = (useQuery(incomingQuery).data?.length ?? 0) > 0;
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1>{FRIENDS_PAGE_TEXTS.title}</h1>
        <ButtonLink to="/directory" size="small">
          <Search size={18} aria-hidden="true" />
          {FRIENDS_PAGE_TEXTS.findPlayers}
        </ButtonLink>
      </header>
      <div className={styles.columns}>
        <IncomingRequests className={waiting ? styles.waiting : styles.incoming} />
        <div className={styles.friends}>
          <FriendList />
        </div>
        <div className={styles.outgoing}>
          <OutgoingRequests />
        </div>
      </div>
    </div>
  );
}
