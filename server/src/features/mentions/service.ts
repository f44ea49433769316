import { mentionsIn } from '@rivalhold/shared/mentions.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { column } from '../../platform/db/columns.ts';
import { queryValues, sql, type Tx } from '../../platform/db/db.ts';
import { isSettled } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { tryNewAccountAction } from '../new-accounts/service.ts';
import { type NotificationContent, notify } from '../notifications/service.ts';

/** Maximum number of players who are notified of one text. */
const MAX_MENTIONS = 10;

/**
 * Notify the players mentioned in a text as @username. Leave out the writer. If the text replies to a post or thread,
 * also leave out the author of that post or thread (`authorId`), who is notified of the reply anyway. Leave out players
 * if a block exists between them and the writer or this author. A writer with a new account can notify only a few
 * strangers a day. Above this limit, the text is still published, but no more strangers are notified.
 * @param link path of the text on the site
 * @param collapse collapse key of unread notifications
 */
export async function notifyMentioned(
  tx: Tx,
  site: Site,
  {
    text,
    user,
    authorId = user.id,
    in: where,
    ...received
  }: {
    text: string;
    user: { id: number; username: string };
    authorId?: number;
    in: Parameters<(typeof NOTIFICATION_MESSAGES)['mention']>[1];
    collapse: string;
  } & Pick<NotificationContent, 'link' | 'postId' | 'about'>,
): Promise<void> {
  const names = new Set(mentionsIn(text).map(({ username }) => username.toLowerCase()));
  if (names.size === 0) return;
  const mentioned = await playersNamed(tx, [...names].slice(0, MAX_MENTIONS), { userId: user.id, authorId });
  for (const userId of await withinLimit(tx, site, user.id, mentioned))
    await notify(tx, site, {
      userId,
      type: 'system',
      ...NOTIFICATION_MESSAGES.mention(user.username, where),
      actorId: user.id,
      ...received,
    });
}

/** Return the mentioned players. If the writer's account is new, leave out strangers above the daily limit. */
async function withinLimit(
  tx: Tx,
  site: Site,
  userId: number,
  mentioned: readonly number[],
): Promise<readonly number[]> {
  if (mentioned.length === 0 || (await isSettled(tx, site, userId))) return mentioned;
  const allowed: number[] = [];
  for (const towards of mentioned)
    if (await tryNewAccountAction(tx, site, { userId, action: 'mentions', towards })) allowed.push(towards);
  return allowed;
}

/**
 * Return the players with these names. Leave out the writer, the author, and players hidden from either of them by a
 * block.
 */
async function playersNamed(
  tx: Tx,
  names: readonly string[],
  { userId, authorId }: { userId: number; authorId: number },
): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`select id from users
        where username_key = any (${names}) and deleted_at is null
          and id <> ${userId}::bigint and id <> ${authorId}::bigint
          and ${notBlockedSql(userId, sql`users.id`)} and ${notBlockedSql(authorId, sql`users.id`)}
        order by id`,
  );
}
