import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { Failure, Notice } from '../../../ui/state.tsx';
import styles from './feed.module.css';
import { PostSkeleton } from './feed-skeleton.tsx';
import { PostCard } from './post-card.tsx';

type PinnedPostProps = {
  /** Null if the post was not found; undefined while it is loading. */
  post: Post | null | undefined;
  error: unknown;
  retry: () => void;
  highlighted: boolean;
  onClose: () => void;
};

/** Show the linked post above the feed, because the feed does not show it yet. */
export function PinnedPost({ post, error, retry, highlighted, onClose }: PinnedPostProps) {
  const container = useRef<HTMLElement>(null);
  // Scroll to this section only if the post was not found. Otherwise, `useAnchor` scrolls to the post.
  useEffect(() => {
    if (post !== null) return;
    container.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView({ block: 'center' });
  }, [post]);
  return (
    <Stack
      as="section"
      ref={container}
      tabIndex={-1}
      gap={1}
      padding={2}
      border="dashed"
      radius={3}
      className={styles.pinned}
      aria-label={FEED_TEXTS.pinned}
    >
      <Row as="header" justify="between" size={1} tone="quiet" weight="medium" paddingInline={3}>
        <p>{FEED_TEXTS.pinned}</p>
        <IconButton label={FEED_TEXTS.unpin} size="small" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </Row>
      {post ? (
        <PostCard post={post} highlighted={highlighted} />
      ) : post === null ? (
        <Surface role="status" radius={3} border>
          <Notice icon="hourglass" title={FEED_TEXTS.notFound} text={FEED_TEXTS.notFoundText} />
        </Surface>
      ) : error ? (
        <Surface radius={3} border>
          <Failure message={FEED_TEXTS.findFailed} retry={retry} />
        </Surface>
      ) : (
        <PostSkeleton />
      )}
    </Stack>
  );
}
