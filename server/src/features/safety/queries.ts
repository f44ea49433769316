import type { SafetySettings } from '@rivalhold/shared/contract/safety.ts';
import { type DbOrTx, queryFirst, queryOne, sql, type Tx } from '../../platform/db/db.ts';

const COLUMNS = sql`messages, challenges, comments, search, online, hide_media as "hideMedia"`;

const DEFAULT_SETTINGS: SafetySettings = {
  messages: 'everybody',
  challenges: 'everybody',
  comments: 'everybody',
  search: 'everybody',
  online: 'everybody',
  hideMedia: false,
};

/** Return a player's safety settings, or the defaults if the player has not changed any. */
export const settingsOf = async (db: DbOrTx, userId: number): Promise<SafetySettings> =>
  (await queryFirst<SafetySettings>(
    db,
    sql`select ${COLUMNS} from safety_settings where user_id = ${userId}`,
  )) ?? DEFAULT_SETTINGS;

/** Save the given settings of a player, and return all settings. */
export async function saveSettings(
  tx: Tx,
  userId: number,
  changes: Partial<SafetySettings>,
): Promise<SafetySettings> {
  const { messages, challenges, comments, search, online, hideMedia } = {
    ...(await settingsOf(tx, userId)),
    ...changes,
  };
  return queryOne(
    tx,
    sql`insert into safety_settings (user_id, messages, challenges, comments, search, online, hide_media)
        values (${userId}, ${messages}, ${challenges}, ${comments}, ${search}, ${online}, ${hideMedia})
        on conflict (user_id) do update set messages = excluded.messages, challenges = excluded.challenges,
          comments = excluded.comments, search = excluded.search, online = excluded.online,
          hide_media = excluded.hide_media
        returning ${COLUMNS}`,
  );
}
