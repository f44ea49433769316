import type { ChatRules } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { type Db, type DbOrTx, run, runFirst, runOne, runValues, type Tx } from '../../platform/db/db.ts';
import { BLOCKED_IDS_SQL, notBlockedSql } from '../blocks/service.ts';
import { PLAYER, type PlayerRow, playerOf } from '../profiles/service.ts';
import type { PostingState } from './policy.ts';
import type { MessageRow } from './presenters.ts';

const { history: HISTORY_LENGTH, flood: floodLimit } = LIMITS.chat;
/** Any number, as long as it is this one for the lobby on all nodes. */
const LOBBY_LOCK_ID = 7_416_353_214;

/** What is written in the lobby gets its id, and is counted, one after the other until the transactions end. */
export async function lockLobby(tx: Tx): Promise<void> {
  await run(tx, 'select pg_advisory_xact_lock($1)', [LOBBY_LOCK_ID]);
}

const RULES_SQL = `r.slow_mode_seconds as "slowModeSeconds", r.settled_only as "settledOnly"`;

/** What staff ask of those who write in the lobby. */
export const readRules = (db: DbOrTx): Promise<ChatRules> =>
  runOne(db, `select ${RULES_SQL} from chat_rules r`, []);

/** The same, until the transaction ends. */
export const lockRules = (tx: Tx): Promise<ChatRules> =>
  runOne(tx, `select ${RULES_SQL} from chat_rules r for update`, []);

export async function updateRules(tx: Tx, { slowModeSeconds, settledOnly }: ChatRules): Promise<void> {
  await run(tx, 'update chat_rules set slow_mode_seconds = $1, settled_only = $2', [
    slowModeSeconds,
    settledOnly,
  ]);
}

/** What decides whether a player may write; `before` is the id of the line said under that `clientTempId`, or null. */
export async function postingStateOf(
  tx: Tx,
  userId: number,
  clientTempId: string | null,
): Promise<PostingState & { before: number | null }> {
  const { since, last, first, before, ...rules } = await runOne<
    Omit<PostingState, 'rules'> & { before: number | null } & ChatRules
  >(
    tx,
    `select u.created_at as since, ${RULES_SQL},
            (select id from chat_lines where user_id = $1 and client_temp_id = $2) as before,
            (select created_at from chat_lines where user_id = $1 order by id desc limit 1) as last,
            (select created_at from chat_lines where user_id = $1 order by id desc
             offset ${floodLimit.lines - 1} limit 1) as first
     from users u cross join chat_rules r where u.id = $1`,
    [userId, clientTempId],
  );
  return { since, last, first, before, rules };
}

/** Stores a line; answers its id, and whom it is hidden from. */
export const insertMessage = (
  tx: Tx,
  line: {
    type: MessageRow['type'];
    userId: number;
    text: string;
    links: boolean;
    clientTempId: string | null;
    at: Date;
  },
): Promise<{ id: number; hidden: number[] }> =>
  runOne(
    tx,
    `insert into chat_lines (user_id, type, text, links, client_temp_id, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id, ${BLOCKED_IDS_SQL} as hidden`,
    [line.userId, line.type, line.text, line.links, line.clientTempId, line.at],
  );

const MESSAGE_COLUMNS = `l.id, l.type, l.text, l.links, l.created_at, l.user_id, ${PLAYER}`;
type MessageRowWithAuthor = MessageRow & PlayerRow;

/** The newest lines with a higher id that the viewer may see, as many as are shown, oldest first. */
export const newestLines = (db: DbOrTx, viewerId: number, after: number): Promise<MessageRowWithAuthor[]> =>
  run(
    db,
    `select ${MESSAGE_COLUMNS} from (
       select * from chat_lines
       where id > $2 and deleted_at is null and ${notBlockedSql('$1::bigint', 'user_id')}
       order by id desc limit ${HISTORY_LENGTH}
     ) l ${playerOf('l')} order by l.id`,
    [viewerId, after],
  );

/** Ids of those of the lines shown before and with `until` that were deleted since that was written. */
export async function deletedSince(db: DbOrTx, until: number): Promise<number[]> {
  return runValues<number>(
    db,
    `select id from (
       select id, deleted_at from chat_lines where id <= $1 order by id desc limit ${HISTORY_LENGTH}
     ) l where deleted_at >= (select created_at from chat_lines where id = $1)`,
    [until],
  );
}

/** Locks a line that is not deleted; undefined where there is none. */
export async function lockMessage(
  tx: Tx,
  id: number,
): Promise<(MessageRow & { user_id: number }) | undefined> {
  return runFirst<MessageRow & { user_id: number }>(
    tx,
    `select id, type, text, links, created_at, user_id from chat_lines
     where id = $1 and deleted_at is null for update`,
    [id],
  );
}

export async function markDeleted(tx: Tx, id: number, at: Date): Promise<void> {
  await run(tx, 'update chat_lines set deleted_at = $2 where id = $1', [id, at]);
}

/** A line as it was said, deleted or not. */
export const findReportedMessage = (tx: Tx, id: number): Promise<MessageRowWithAuthor> =>
  runOne(tx, `select ${MESSAGE_COLUMNS} from chat_lines l ${playerOf('l')} where l.id = $1`, [id]);

/** A line that is not deleted, as far as the viewer may see it. */
export async function findMessage(
  db: DbOrTx,
  id: number,
  viewerId: number,
): Promise<MessageRowWithAuthor | undefined> {
  return runFirst<MessageRowWithAuthor>(
    db,
    `select ${MESSAGE_COLUMNS} from chat_lines l ${playerOf('l')}
     where l.id = $2 and l.deleted_at is null and ${notBlockedSql('$1::bigint', 'l.user_id')}`,
    [viewerId, id],
  );
}

/** A line, deleted or not, with so many that are not before and after it, oldest first; none where there is none. */
export const linesAround = (
  db: DbOrTx,
  { id, before, after }: { id: number; before: number; after: number },
): Promise<MessageRowWithAuthor[]> =>
  run(
    db,
    `select ${MESSAGE_COLUMNS} from (
       select * from chat_lines where id = $1
       union all (select * from chat_lines where id < $1 and deleted_at is null order by id desc limit $2)
       union all (select * from chat_lines where id > $1 and deleted_at is null order by id limit $3)
     ) l ${playerOf('l')} where exists (select 1 from chat_lines where id = $1) order by l.id`,
    [id, before, after],
  );

/** Deletes what was written before a time, but for the lines that are shown. */
export async function purgeMessages(db: Db, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    `delete from chat_lines where id in (
         select id from chat_lines where created_at < $1 and (deleted_at is not null or id < coalesce(
           (select id from chat_lines where deleted_at is null order by id desc offset ${HISTORY_LENGTH - 1} limit 1), 0))
         order by created_at limit $2
       ) returning id`,
    [before],
  );
}
