import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** Show a placeholder for a post. */
export function PostSkeleton({ tall }: { tall?: boolean }) {
  return (
    <Surface radius={3} border padding={4} gap={4} paddingInline={5} aria-hidden="true">
      <Row gap={3}>
        <Skeleton width="2.75rem" height="2.75rem" radius="portrait" />
        <Skeleton width="40%" />
      </Row>
      <SkeletonLines lines={2} />
      {tall && <Skeleton height="14rem" />}
      <Skeleton width="8rem" height="1.5rem" />
    </Surface>
  );
}

/** Show a placeholder for the feed. */
export function FeedSkeleton() {
  return (
    <Stack gap={4} aria-busy="true">
      <VisuallyHidden role="status">{FEED_TEXTS.loading}</VisuallyHidden>
      <PostSkeleton tall />
      <PostSkeleton />
      <PostSkeleton tall />
    </Stack>
  );
}
