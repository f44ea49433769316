import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { ACTIVITY_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { PlayerLink } from '../../profiles/components/player-link.tsx';
import { type ActivityOf, activityQuery } from '../api.ts';
import { sentenceOf } from '../sentence.ts';
import styles from './activity-list.module.css';

function Player({ player }: { player: PlayerRef }) {
  return (
    <PlayerLink player={player} className={styles.player}>
      {player.username}
    </PlayerLink>
  );
}

function Row({ item }: { item: ActivityItem }) {
  const { kind, icon, verb } = sentenceOf(item);
  const { xp, fightId } = item.metadata;
  return (
    <li className={styles.row}>
      <span className={styles.face}>
        <Avatar name={item.owner.username} url={item.owner.avatarUrl} size={44} />
        <Icon name={icon} className={clsx(styles.badge, styles[kind])} />
      </span>
      <p className={styles.words}>
        <Player player={item.owner} /> {verb} {item.actor && <Player player={item.actor} />}
        <span className={styles.more}>
          <RelativeTime time={item.createdAt} />
          {kind === 'win' && xp !== null && xp > 0 && <span className={styles.xp}>+{xp} XP</span>}
          {fightId !== null && (
            <Link to="/fights/$id" params={{ id: String(fightId) }} className={styles.verify}>
              {ACTIVITY_TEXTS.watch}
            </Link>
          )}
        </span>
      </p>
    </li>
  );
}

function Waiting() {
  return (
    <ul className={styles.list}>
      {['a', 'b', 'c', 'd'].map((row) => (
        <li key={row} className={styles.row}>
          <Skeleton width="2.75rem" height="2.75rem" round />
          <span className={styles.words}>
            <Skeleton width="75%" />
            <Skeleton width="30%" height="0.8em" />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Activity, newest first, growing on demand. `failed` words a failure with its status (0: not reached). */
export function ActivityList({ of, failed }: { of: ActivityOf; failed: (status: number) => string }) {
  const query = useInfiniteQuery(activityQuery(of));
  const { error, hasNextPage, isFetchingNextPage } = query;
  const failure = error ? failed(error instanceof Response ? error.status : 0) : null;
  return (
    <ListState
      items={query.data?.pages.flatMap((page) => page.items)}
      failure={failure}
      retry={() => void query.refetch()}
      loading={<Waiting />}
      empty={<Notice icon="hourglass" title={ACTIVITY_TEXTS.empty} />}
    >
      {(items) => (
        <>
          <ul className={styles.list}>
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
          <div className={styles.end}>
            {query.isFetchNextPageError && <p role="alert">{failure}</p>}
            {hasNextPage ? (
              <Button size="small" busy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {PROFILE_TEXTS.loadMore}
              </Button>
            ) : (
              <p>{ACTIVITY_TEXTS.end}</p>
            )}
          </div>
        </>
      )}
    </ListState>
  );
}
