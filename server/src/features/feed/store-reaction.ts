import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { query, queryFirst, type Sql, sql, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { type NotificationContent, type NotificationRow, notifyStored } from '../notifications/service.ts';
import { postLink } from './queries.ts';

type ReactionRow = { authorId: number; notification: NotificationRow | null };

/**
 * Lock a player, a post and its author, then run a statement that stores something of the player under the post and
 * the author's notification.
 * @param statementFor the statement, given the content of the notification
 * @throws AppError notFound where it returns no row: for a post that is not there or hidden by a block.
 */
export async function storeReaction<Row extends ReactionRow>(
  tx: Tx,
  site: Site,
  {
    postId,
    user,
    notification,
    statementFor,
  }: {
    postId: number;
    user: { id: number };
    notification: Pick<NotificationContent, 'type' | 'title' | 'text' | 'collapse'>;
    statementFor: (content: NotificationContent) => Sql;
  },
): Promise<Row> {
  await query(
    tx,
    // Locks a player and the author of a post in the order of their ids, as `lockPlayers` does, then the post. Whether that
    // is there, and no block hides it, is for the next statement to ask: this one may see what was before the locks.
    sql`
      with players as materialized (
        select id from users where id = ${user.id} or id = (select user_id from posts where id = ${postId})
        order by id for no key update
      )
      select 1 from posts where id = ${postId} and (select count(*) from players) > 0 for no key update`,
  );
  const content = { ...notification, link: postLink(postId), actorId: user.id, postId };
  const row = await queryFirst<Row>(tx, statementFor(content));
  if (!row) throw new AppError('notFound', FEED_ERRORS.postNotFound);
  await notifyStored(tx, site, row.authorId, row.notification);
  return row;
}
