import { FEED_REFUSALS } from '@rivalhold/shared/texts/feed.ts';
import { type AfterCommit, atOnce, type DbOrTx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import {
  type NewNotification,
  type NotificationRow,
  showNotice,
  toldValues,
} from '../notifications/service.ts';
import { postLink } from './queries.ts';

/**
 * Locks a player and the author of a post in the order of their ids, as `lockPlayers` does, then the post. Whether that
 * is there, and no block hides it, is for the next statement to ask: this one may see what was before the locks.
 */
const LOCK_WITH_AUTHOR = `
  with players as materialized (
    select id from users where id = $1 or id = (select user_id from posts where id = $2)
    order by id for no key update
  )
  select 1 from posts where id = $2 and (select count(*) from players) > 0 for no key update`;

type Under = { authorId: number; told: NotificationRow | null };

/**
 * Runs a statement that stores something of a player under a post, whose rows are of `Row`, and tells the author what it
 * says it told. The two players and the post are locked before, in the same way to the database: what is under a post is
 * never pushed, so nothing more is to be stored.
 * @param values from `$3` on; post and player are `$1` and `$2`, what is told follows
 * @throws AppError notFound where it answers no row: for a post that is not there or hidden by a block.
 */
export async function putUnderPost<Row extends Under>(
  db: DbOrTx,
  site: Site,
  {
    postId,
    user,
    text,
    values,
    notice,
  }: {
    postId: number;
    user: { id: number };
    text: string;
    values: readonly unknown[];
    notice: Pick<NewNotification, 'type' | 'title' | 'text' | 'collapse'>;
  },
): Promise<{ row: Row; tx: AfterCommit }> {
  const told = toldValues(site, { ...notice, link: postLink(postId), actorId: user.id, postId });
  const { rows, tx } = await atOnce(db, [
    { text: LOCK_WITH_AUTHOR, values: [user.id, postId] },
    { text, values: [postId, user.id, ...values, ...told] },
  ]);
  const row = rows[1]?.[0] as Row | undefined;
  if (!row) throw new AppError('notFound', FEED_REFUSALS.postGone);
  if (row.told) showNotice(tx, site, row.authorId, row.told);
  return { row, tx };
}
