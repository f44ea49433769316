import { youtubeWatchUrl } from '@rivalhold/shared/youtube.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import type { ContextMessage, ReportedContent } from '../../platform/reported-content.ts';
import type { Feature } from '../../platform/site.ts';
import { filesOfMessage } from '../attachments/service.ts';
import { readContext } from '../profiles/service.ts';
import { personalData } from './personal-data.ts';
import { dmRoutes } from './routes.ts';
import { markConversationRead, removeReportedMessage } from './service.ts';

const ReportedMessage = Type.Object({
  sender_id: column.integer,
  text: column.text,
  created_at: column.date,
});

/**
 * Return a message as reportable content. Return undefined if it is deleted, if the viewer neither sent nor received
 * it, or if the viewer has cleared it.
 */
async function getReportedDirectMessage(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<ReportedContent | undefined> {
  const row = await queryFirst(
    db,
    ReportedMessage,
    sql`select m.sender_id, m.text, m.created_at from messages m
     join conversation_members me on me.conversation_id = m.conversation_id and me.user_id = ${viewerId}
     where m.id = ${id} and ${viewerId} in (m.sender_id, m.receiver_id) and m.deleted_at is null
       and m.seq > me.cleared_seq`,
  );
  if (!row) return undefined;
  const files = await filesOfMessage(db, id, now);
  return {
    ownerId: row.sender_id,
    text: row.text,
    media: files.map(({ id: fileId, kind, file_key: key, url, provider_id: video }) => ({
      url: key ? `/media/attachments/${fileId}` : (url ?? youtubeWatchUrl(video ?? '')),
      kind,
      key,
    })),
    link: null,
    createdAt: row.created_at,
  };
}

const CONTEXT_ROWS = sql`
  select id, conversation_id as parent, seq as position, sender_id as user_id, text, created_at from messages`;

/**
 * Return a reported message, and the messages around it. By reporting a message, the player shares this part of the
 * conversation with staff.
 */
const getDirectMessageContext = (db: DbOrTx, id: number): Promise<ContextMessage[]> =>
  readContext(db, CONTEXT_ROWS, id);

export const dms: Feature = {
  name: 'dms',
  routes: dmRoutes,
  reportable: {
    message: {
      reported: getReportedDirectMessage,
      around: getDirectMessageContext,
      remove: removeReportedMessage,
    },
  },
  personalData,
  // After a block, the blocker must not have unread messages from the blocked player.
  onBlock: markConversationRead,
};
