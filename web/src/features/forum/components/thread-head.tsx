import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useQuery } from '@tanstack/react-query';
import { Reply } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { categoryOf } from '../api.ts';
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
