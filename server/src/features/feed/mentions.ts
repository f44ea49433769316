import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { notifyMentioned } from '../mentions/service.ts';
import { postLink } from './queries.ts';

/** Notify the players mentioned in a post or its comments. Each player gets at most one notification per post. */
export const notifyMentionedInPost = (
  tx: Tx,
  site: Site,
  {
    postId,
    ...said
  }: {
    text: string;
    user: { id: number; username: string };
    authorId: number;
    postId: number;
    in: 'post' | 'comment';
  },
): Promise<void> =>
  notifyMentioned(tx, site, {
    ...said,
    postId,
    link: postLink(postId),
    collapse: `mention:post:${postId}`,
  });
