import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { notifyMentioned } from '../mentions/service.ts';
import { postLink } from './queries.ts';

/** Return the collapse key of notifications about mentions in a post and its comments. */
export const mentionsCollapseKey = (postId: number): string => `mention:post:${postId}`;

/**
 * Notify the players mentioned in a post or, if `commentId` is given, in a comment. All mentions of a player in a post
 * and its comments share one unread notification.
 */
export const notifyMentionedInPost = (
  tx: Tx,
  site: Site,
  {
    postId,
    commentId,
    ...content
  }: {
    text: string;
    user: { id: number; username: string };
    authorId: number;
    postId: number;
    commentId?: number;
  },
): Promise<void> =>
  notifyMentioned(tx, site, {
    ...content,
    postId,
    in: commentId === undefined ? 'post' : 'comment',
    link: postLink(postId),
    collapse: mentionsCollapseKey(postId),
    about: [
      { kind: 'post', id: postId },
      ...(commentId === undefined ? [] : [{ kind: 'comment' as const, id: commentId }]),
    ],
  });
