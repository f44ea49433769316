import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { run, runFirst, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import {
  type NewNotification,
  type NotificationRow,
  notifyStored,
  toldValues,
} from '../notifications/service.ts';
import { postLink } from './queries.ts';

/**
 * Locks a player and the author of a post in the order of their ids, as `lockPlayers` does, then the post. Whether that
 * is there, and no block hides it, is for the next statement to ask: this one may see what was before the locks.
 */
const LOCK_POST_WITH_AUTHOR = `
  with players as materialized (
    select id from users where id = $1 or id = (select user_id from posts where id = $2)
    order by id for no key update
  )
  select 1 from posts where id = $2 and (select count(*) from players) > 0 for no key update`;

type ReactionRow = { authorId: number; told: NotificationRow | null };

/**
 * Lock a player, a post and its author, then run a statement that stores something of the player under the post and
 * notifies the author.
 * @param values from `$3` on; post and player are `$1` and `$2`, those of the notification follow
 * @throws AppError notFound where it returns no row: for a post that is not there or hidden by a block.
 */
export async function storeReaction<Row extends ReactionRow>(
  tx: Tx,
  site: Site,
  {
    postId,
    user,
    text,
    values,
    notice: notification,
  }: {
    postId: number;
    user: { id: number };
    text: string;
    values: readonly unknown[];
    notice: Pick<NewNotification, 'type' | 'title' | 'text' | 'collapse'>;
  },
): Promise<Row> {
  await run(tx, LOCK_POST_WITH_AUTHOR, [user.id, postId]);
  const received = toldValues(site, { ...notification, link: postLink(postId), actorId: user.id, postId });
  const row = await runFirst<Row>(tx, text, [postId, user.id, ...values, ...received]);
  if (!row) throw new AppError('notFound', FEED_ERRORS.postGone);
  await notifyStored(tx, site, row.authorId, row.told);
  return row;
}
