import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { PeopleSkeleton } from '../../../entities/players/people-skeleton.tsx';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { likersQuery } from '../api.ts';
import styles from './likers-dialog.module.css';

type LikersDialogProps = { postId: number; open: boolean; onClose: () => void };

/** List the players who like a post, the latest first. */
export function LikersDialog({ postId, open, onClose }: LikersDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={FEED_TEXTS.likersTitle}>
      <Likers postId={postId} />
    </Dialog>
  );
}

function Likers({ postId }: { postId: number }) {
  const query = useQuery(likersQuery(postId));
  const more = (query.data?.total ?? 0) - (query.data?.users.length ?? 0);
  return (
    <div className={styles.likers}>
      <ListState
        items={query.data?.users}
        failure={query.error ? FEED_TEXTS.likersFailed : null}
        retry={() => void query.refetch()}
        loading={<PeopleSkeleton rows={3} />}
        empty={<Notice title={FEED_TEXTS.likersEmpty} />}
      >
        {(users) => (
          <Stack as="ul" divided>
            {users.map((user) => (
              <li key={user.id}>
                <PersonRow player={user} note={PROFILE_TEXTS.level(user.level)} />
              </li>
            ))}
          </Stack>
        )}
      </ListState>
      {more > 0 && (
        <Text paddingTop={3} size={1} tone="quiet">
          {FEED_TEXTS.likersMore(more)}
        </Text>
      )}
    </div>
  );
}
