import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_TEXTS, LATEST_POSTS_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PlayerAvatar } from '../../entities/players/player-avatar.tsx';
import { feedQuery } from '../../features/feed/api.ts';
import { anchorFor } from '../../lib/anchors.ts';
import { statusOf } from '../../lib/errors.ts';
import { flattenPages } from '../../lib/paged-list.ts';
import { Stack } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './latest-posts.module.css';
import { SideList } from './side-lists.tsx';

const SNIPPET = 120;

/** Return the beginning of a post's text, or the type of its media (GIF, video or photo) if it has no text. */
const lineOf = ({ text, gifUrl, youtubeId }: Post): string =>
  text.slice(0, SNIPPET) ||
  (gifUrl ? FEED_TEXTS.postedGif : youtubeId ? FEED_TEXTS.postedVideo : FEED_TEXTS.postedPhoto);

/** Show the first posts of the feed as links. */
export function LatestPosts() {
  const query = useInfiniteQuery(feedQuery);
  return (
    <SideList
      title={LATEST_POSTS_TEXTS.title}
      icon="scroll-unfurled"
      items={query.data && flattenPages(query.data).slice(0, LIMITS.feed.latest)}
      failure={query.error ? FEED_TEXTS.postsFailed(statusOf(query.error)) : null}
      retry={() => void query.refetch()}
      empty={LATEST_POSTS_TEXTS.empty}
      rows={LIMITS.feed.latest}
    >
      {(post) => (
        <Link to="/dashboard" hash={anchorFor('post', post.id)} resetScroll={false} className={styles.row}>
          <PlayerAvatar player={post.author} size={36} />
          <Stack as="span" grow>
            <Text as="span" display weight="medium" leading="tight" wrap="anywhere" className={styles.name}>
              {post.author.username}
            </Text>
            <Text as={RelativeTime} time={post.createdAt} size={1} tone="quiet" />
            <span className={styles.line} dir="auto">
              {lineOf(post)}
            </span>
          </Stack>
        </Link>
      )}
    </SideList>
  );
}
