import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { memo } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ThreadFilters } from '../search.ts';
import { replyCount } from '../thread.ts';
import styles from './thread-list.module.css';

type ThreadRowProps = {
  thread: ForumThread;
  /** The title of the thread's category; undefined while loading. */
  category: string | undefined;
  isOpen: boolean;
  filters: ThreadFilters;
};

/** The excerpt omits quotes and links, including links to pictures. */
const NOT_IN_EXCERPT = /^>.*$|https?:\/\/\S+/gm;

/** Show a thread in the list as a link that opens it. */
export const ThreadRow = memo(function ThreadRow({ thread, category, isOpen, filters }: ThreadRowProps) {
  const { id, title, body, author, updatedAt } = thread;
  return (
    <Link
      to="/forum"
      search={{ ...filters, thread: id }}
      preload={false}
      data-thread={id}
      className={clsx(styles.row, isOpen && styles.isOpen)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <Avatar name={author.username} url={author.avatarUrl} size={40} />
      <Stack as="span" gap="half" grow className={styles.text}>
        <span className={styles.name} dir="auto">
          {title}
        </span>
        <span className={styles.excerpt} aria-hidden="true">
          {body.replaceAll(NOT_IN_EXCERPT, ' ').trim()}
        </span>
        <Row as="span" gap={2} className={styles.facts}>
          <bdi className={styles.author}>{author.username}</bdi>
          {thread.hidden && <Tag>{FORUM_TEXTS.hidden}</Tag>}
          {category !== undefined && (
            <Tag as="bdi" wrap="truncate">
              {category}
            </Tag>
          )}
        </Row>
        <Row as="span" gap={2} className={styles.facts}>
          <Row as="span" gap={1} fixed>
            <MessagesSquare size={14} aria-hidden="true" />
            {FORUM_TEXTS.replies(replyCount(thread))}
          </Row>
          <span className={styles.time}>
            <VisuallyHidden>{FORUM_TEXTS.lastActivity} </VisuallyHidden>
            <RelativeTime time={updatedAt} />
          </span>
        </Row>
      </Stack>
    </Link>
  );
});
