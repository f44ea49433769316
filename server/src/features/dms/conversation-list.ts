import { type DbOrTx, run } from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { ATTACHMENTS_OF_MESSAGE } from '../attachments/service.ts';
import { PARTNER, type PartnerRow } from './queries.ts';

/** `id` is the other player's. */
export type ConversationRow = PartnerRow & {
  conversation_id: number;
  listed_at: Date;
  unread_count: number;
  last_seq: number;
  cleared_seq: number;
  text: string | null;
  sender_id: number | null;
  attachments: unknown;
};

/** Conversations of `user_id` $1 that `members` selects. */
const conversationsSql = (members: string, order: string): string => `
  select ${PARTNER}, me.conversation_id, coalesce(me.listed_at, me.changed_at) as listed_at, me.unread_count,
    me.last_seq, me.cleared_seq, m.text, m.sender_id,
    ${ATTACHMENTS_OF_MESSAGE} as attachments
  from (select * from conversation_members where user_id = $1 and ${members}) me
    join users u on u.id = me.other_id
    left join messages m on m.conversation_id = me.conversation_id and m.seq = me.last_seq and m.seq > me.cleared_seq
  order by ${order}`;
const LIST_MEMBERS = 'listed_at desc, conversation_id desc';
const LISTED_SQL = conversationsSql(
  `listed_at is not null and (listed_at, conversation_id) < ($2::timestamptz, $3::bigint)
   order by ${LIST_MEMBERS} limit $4`,
  LIST_MEMBERS,
);
/** Cleared ones among them, so that who was away learns of it. */
const CHANGED_SQL = conversationsSql(
  'changed_at > $2 order by changed_at desc limit $3',
  'me.changed_at desc',
);

/** The latest first. */
export const conversationPage = (
  db: DbOrTx,
  userId: number,
  before: TimeCursor,
  limit: number,
): Promise<ConversationRow[]> => run(db, LISTED_SQL, [userId, before.time, before.id, limit]);

/** The last changed first. */
export const listChangedConversations = (
  db: DbOrTx,
  userId: number,
  since: Date,
  limit: number,
): Promise<ConversationRow[]> => run(db, CHANGED_SQL, [userId, since, limit]);
