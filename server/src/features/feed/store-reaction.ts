import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { execute, sql, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { type NotificationContent, type NotificationRow, notifyStored } from '../notifications/service.ts';
import { postLink } from './queries.ts';

type ReactionRow = { authorId: number; notification: NotificationRow | null };

/**
 * Lock a player, a post and its author. Then store the player's reaction to the post and a notification for the author.
 * @param insert executes the statement that stores both, and returns its row
 * @throws AppError `notFound` if the statement returns no row, because the post does not exist or is hidden by a block
 *   or by reports.
 */
export async function storeReaction<Row extends ReactionRow>(
  tx: Tx,
  site: Site,
  {
    postId,
    user,
    notification,
    insert,
  }: {
    postId: number;
    user: { id: number };
    notification: Pick<NotificationContent, 'type' | 'title' | 'text' | 'collapse'>;
    insert: (content: NotificationContent) => Promise<Row | undefined>;
  },
): Promise<Row> {
  await execute(
    tx,
    // Lock the player and the author in order of id, as `lockPlayers` does, and then the post. The next statement
    // checks that the post exists and is not hidden. The locking statement itself cannot check this, because its
    // snapshot might be older than the locks.
    sql`
      with players as materialized (
        select id from users where id = ${user.id} or id = (select user_id from posts where id = ${postId})
        order by id for no key update
      )
      select 1 from posts where id = ${postId} and (select count(*) from players) > 0 for no key update`,
  );
  const content = { ...notification, link: postLink(postId), actorId: user.id, postId };
  const row = await insert(content);
  if (!row) throw new AppError('notFound', FEED_ERRORS.postNotFound);
  await notifyStored(tx, site, row.authorId, row.notification);
  return row;
}
