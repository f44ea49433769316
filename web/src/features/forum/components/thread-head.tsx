import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Reply } from 'lucide-react';
import { fullTime } from '../../../lib/time.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Text } from '../../../ui/text.tsx';
import { categoryOf, restoreThread, showThread } from '../api.ts';
import { categoriesQuery } from '../queries.ts';
import styles from './thread-head.module.css';

type ThreadHeadProps = {
  thread: ForumThread;
  replies: number;
  /** Focuses the reply box; null if the viewer cannot reply. */
  onReply: (() => void) | null;
};

/** Show a thread's title, category, last update time and number of replies, and a reply button. */
export function ThreadHead({ thread, replies, onReply }: ThreadHeadProps) {
  const category = categoryOf(useQuery(categoriesQuery).data, thread.categoryId);
  return (
    <Row as="header" gap={4} rowGap={1} align="start" justify="between" wrap className={styles.head}>
      <h2 className={styles.title} dir="auto">
        {thread.title}
      </h2>
      {onReply && (
        <Button className={styles.reply} onClick={onReply}>
          <Reply size={18} aria-hidden="true" />
          {FORUM_TEXTS.reply}
        </Button>
      )}
      <p className={styles.facts}>
        {category && <Tag as="bdi">{category.title}</Tag>}
        <span>
          <SentenceText parts={FORUM_TEXTS.updated(<RelativeTime time={thread.updatedAt} />)} />
        </span>
        <span>{FORUM_TEXTS.replies(replies)}</span>
      </p>
    </Row>
  );
}

/** Show staff that a thread is deleted, and let them restore it. */
export function DeletedBanner({ thread, deletedAt }: { thread: ForumThread; deletedAt: string }) {
  const client = useQueryClient();
  const until = new Date(Date.parse(deletedAt) + LIMITS.restoreMs).toISOString();
  const restoring = useMutation({
    mutationFn: () => restoreThread(thread.id),
    onSuccess: (restored) => {
      showThread(client, restored);
      document.getElementById('thread')?.focus({ preventScroll: true });
      announce(FORUM_TEXTS.restored);
    },
  });
  const failure = useErrorText(restoring.error, FORUM_TEXTS.restoreFailed);
  return (
    <ErrorBox
      action={
        <Button busy={restoring.isPending} onClick={() => restoring.mutate()}>
          {FORUM_TEXTS.restore}
        </Button>
      }
    >
      <Text as="div" grow="16rem">
        <Text weight="medium">{FORUM_TEXTS.deletedThread}</Text>
        <p>{FORUM_TEXTS.deletedThreadText(fullTime(until))}</p>
        <ErrorMessage text={failure} className={styles.failure} />
      </Text>
    </ErrorBox>
  );
}
