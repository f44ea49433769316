import { Role } from '@rivalhold/shared/contract/accounts.ts';
import { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import {
  Report,
  type ReportDetails,
  type ReportKind,
  type ReportOutcome,
} from '@rivalhold/shared/contract/reports.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { rolesAbove, type Viewer } from '@rivalhold/shared/roles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryFirst,
  queryFirstValue,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { SuspensionColumns } from '../../platform/security/account-restrictions.ts';
import { isHiddenSql } from '../hidden-content/service.ts';

/** Return the id of a player's unresolved report about this content, if there is one. */
export async function waitingReport(
  db: DbOrTx,
  { reporterId, kind, subjectId }: { reporterId: number; kind: ReportKind; subjectId: number },
): Promise<number | undefined> {
  return queryFirstValue(
    db,
    column.integer,
    sql`select id from reports where reporter_id = ${reporterId} and kind = ${kind}
       and subject_id = ${subjectId} and state <> 'resolved'`,
  );
}

/**
 * An image or video of a report. It is either a copied file or, if no file was copied, a `url`. A copied file has a
 * `key` and a `source`, which is the path of the original below `/media/`.
 */
export type ReportMedia =
  | { kind: string; key: string; source: string; url: null }
  | { kind: string; key: null; source: null; url: string };

export type NewReport = {
  kind: ReportKind;
  subjectId: number;
  reporterId: number;
  reportedId: number;
  reason: string;
  network: string;
  text: string;
  link: string | null;
  contentAt: Date | null;
  media: readonly ReportMedia[];
  at: Date;
};

/**
 * Insert a report with its copied media, and return its id. Return undefined if the player has an unresolved report
 * about the same content.
 */
export async function insertReport(tx: Tx, report: NewReport): Promise<number | undefined> {
  const id = await queryFirstValue(
    tx,
    column.integer,
    sql`insert into reports (kind, subject_id, reporter_id, reported_id, reason, network, copy_text, copy_link,
       copy_at, created_at)
     values (${report.kind}, ${report.subjectId}, ${report.reporterId}, ${report.reportedId},
       ${report.reason}, ${report.network}, ${report.text}, ${report.link},
       ${report.contentAt}, ${report.at})
     on conflict (reporter_id, kind, subject_id) where state <> 'resolved' do nothing returning id`,
  );
  if (id !== undefined)
    await execute(
      tx,
      sql`insert into report_media (report_id, position, kind, file_key, source, url)
       select ${id}, place, value ->> 'kind', value ->> 'key', value ->> 'source', value ->> 'url'
       from jsonb_array_elements(${JSON.stringify(report.media)}::jsonb)
         with ordinality as shown (value, place)`,
    );
  return id;
}

/** Return which of the given keys belong to a photo, an avatar or a stored image from another site. */
export const findOriginals = (db: DbOrTx, keys: readonly string[]): Promise<string[]> =>
  queryValues(
    db,
    column.text,
    sql`select key from unnest(${keys}::text[]) key
     where exists (select 1 from photos where file_key = key)
       or exists (select 1 from external_images where file_key = key)
       or exists (
         select 1 from users
         where id = substring(key from '^avatars/([0-9]{1,15})-')::bigint and avatar_url = '/media/' || key)`,
  );

/** Lock the stored images from other sites that have these keys, until the transaction ends. */
export async function lockExternalImages(tx: Tx, keys: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`select 1 from external_images where file_key = any (${keys}::text[]) order by url_hash for share`,
  );
}

/** SQL for a player as a JSON object in API responses. The name of a deleted player is a placeholder. */
const PERSON_SQL = sql`json_build_object('id', u.id, 'level', coalesce(c.level, 1),
    'username', case when u.deleted_at is null then u.username else ${PROFILE_TEXTS.deletedPlayer}::text end,
    'avatarUrl', case when u.deleted_at is null then u.avatar_url end)`;
const PEOPLE_SQL = sql`users u left join characters c on c.user_id = u.id`;

/**
 * Return SQL for reports with all their details. The first row also contains all players who are involved in any of
 * these reports.
 */
const reportsSql = (found: Sql, order: Sql): Sql => sql`
  with page as materialized (${found})
  select r.id, r.kind, r.subject_id as "subjectId", r.reason, r.state, r.outcome,
    r.copy_text, r.copy_link, r.copy_at, r.created_at, r.resolved_at,
    r.reporter_id, r.reported_id, r.assignee_id, r.resolved_by,
    case when row_number() over (order by ${order}) = 1 then (
      select json_object_agg(u.id, ${PERSON_SQL}) from ${PEOPLE_SQL} where u.id in (
        select reporter_id from page union select reported_id from page
        union select assignee_id from page union select resolved_by from page)
    ) end as people,
    (select count(*)::integer from reports o
     where o.kind = r.kind and o.subject_id = r.subject_id) as "reportCount",
    r.state <> 'resolved' and ${isHiddenSql(sql`r.kind`, sql`r.subject_id`)} as hidden,
    (select json_agg(json_build_object('id', m.id, 'kind', m.kind, 'url', m.url) order by m.position)
     from report_media m where m.report_id = r.id) as media
  from page r order by ${order}`;

const PlayersById = Type.Record(Type.String(), PlayerRef);
const MediaRow = Type.Object({ id: column.integer, kind: column.text, url: Nullable(column.text) });
const ReportRow = Type.Object({
  ...Type.Omit(Report, ['copy', 'createdAt', 'resolvedAt', 'reporter', 'reported', 'assignee', 'resolvedBy'])
    .properties,
  kind: column.code<ReportKind>(),
  outcome: Nullable(column.code<ReportOutcome>()),
  reporter_id: column.integer,
  reported_id: column.integer,
  assignee_id: Nullable(column.integer),
  resolved_by: Nullable(column.integer),
  people: Nullable(PlayersById),
  media: Nullable(Type.Array(MediaRow)),
  copy_text: column.text,
  copy_link: Nullable(column.text),
  copy_at: Nullable(column.date),
  created_at: column.date,
  resolved_at: Nullable(column.date),
});

async function readReports(db: DbOrTx, found: Sql, order: Sql): Promise<Report[]> {
  const rows = await query(db, ReportRow, reportsSql(found, order));
  const people = rows[0]?.people ?? {};
  return rows.map((row) => present(row, people));
}

function present(row: Static<typeof ReportRow>, people: Static<typeof PlayersById>): Report {
  const { media, copy_text, copy_link, copy_at, created_at, resolved_at, people: _, ...rest } = row;
  const { reporter_id, reported_id, assignee_id, resolved_by, ...report } = rest;
  const of = (id: number | null) => (id === null ? null : (people[id] ?? null));
  return {
    ...report,
    reporter: people[reporter_id] as PlayerRef,
    reported: people[reported_id] as PlayerRef,
    assignee: of(assignee_id),
    resolvedBy: of(resolved_by),
    copy: {
      text: copy_text,
      media: (media ?? []).map(({ id, kind, url }) => ({ url: url ?? `/media/reports/${id}`, kind })),
      link: copy_link,
      createdAt: copy_at?.toISOString() ?? null,
    },
    createdAt: created_at.toISOString(),
    resolvedAt: resolved_at?.toISOString() ?? null,
  };
}

/**
 * SQL for the condition that the report `r` is the first report of its case. Reports about the same content are handled
 * together, so the first report represents all of them.
 */
const FIRST_OF_SUBJECT = sql`not exists (
  select 1 from reports e
  where e.kind = r.kind and e.subject_id = r.subject_id and e.id < r.id
    and e.resolved_at is not distinct from r.resolved_at)`;

/** Return the SQL condition that a report is neither about the viewer nor about staff of a higher rank. */
const visibleToSql = ({ id, role }: Viewer): Sql => sql`reported_id <> ${id} and not exists (
       select 1 from users u
       where u.id = r.reported_id and u.role = any (${rolesAbove(role)}::text[]) and u.deleted_at is null)`;

/**
 * The SQL conditions for unresolved reports. They contain constants instead of parameters, so that each
 * condition gets a separate query plan.
 */
const WAITING = {
  all: sql`state <> 'resolved'`,
  open: sql`state = 'open'`,
  assigned: sql`state = 'assigned'`,
};

type Page = { viewer: Viewer; limit: number };

/**
 * Return a page of the unresolved cases that are visible to the viewer, oldest first. The page starts after the report
 * `afterId`. Each case is represented by its first report.
 */
export async function waitingPage(
  db: DbOrTx,
  { state, afterId, viewer, limit }: Page & { state: 'open' | 'assigned' | 'all'; afterId: number },
): Promise<Report[]> {
  return readReports(
    db,
    sql`select * from reports r
     where ${WAITING[state]} and ${FIRST_OF_SUBJECT} and id > ${afterId} and ${visibleToSql(viewer)}
     order by id limit ${limit}`,
    sql`r.id`,
  );
}

/**
 * Return a page of the resolved cases that are visible to the viewer, latest first. The page starts after the cursor
 * `before`. Each case is represented by its first report.
 */
export async function resolvedPage(
  db: DbOrTx,
  { before, viewer, limit }: Page & { before: TimeCursor },
): Promise<Report[]> {
  return readReports(
    db,
    sql`select * from reports r
     where state = 'resolved' and ${FIRST_OF_SUBJECT} and (resolved_at, id) < (${before.time}, ${before.id})
       and ${visibleToSql(viewer)}
     order by resolved_at desc, id desc limit ${limit}`,
    sql`r.resolved_at desc, r.id desc`,
  );
}

/** Return a report by id, if it exists. */
export async function reportById(db: DbOrTx, id: number): Promise<Report | undefined> {
  const [report] = await readReports(db, sql`select * from reports where id = ${id}`, sql`r.id`);
  return report;
}

const sameSubjectSql = ({ kind, subjectId, resolvedAt }: Report): Sql =>
  sql`kind = ${kind} and subject_id = ${subjectId}
     and resolved_at is not distinct from ${resolvedAt === null ? null : new Date(resolvedAt)}::timestamptz`;

/** Return the other reports of the same case, oldest first. */
export async function otherReportsOfSubject(db: DbOrTx, report: Report, limit: number): Promise<Report[]> {
  return readReports(
    db,
    sql`select * from reports
     where id <> ${report.id} and ${sameSubjectSql(report)}
     order by id limit ${limit}`,
    sql`r.id`,
  );
}

/** Return the first report of every other case about the same player, latest first. */
export async function otherReportsAboutPlayer(db: DbOrTx, report: Report, limit: number): Promise<Report[]> {
  return readReports(
    db,
    sql`select * from reports r
     where reported_id = ${report.reported.id} and not (${sameSubjectSql(report)}) and ${FIRST_OF_SUBJECT}
     order by id desc limit ${limit}`,
    sql`r.id desc`,
  );
}

const PersonRow = Type.Object({
  ...SuspensionColumns.properties,
  role: Role,
  created_at: column.date,
  muted_until: Nullable(column.date),
  reports: column.integer,
  upheld: column.integer,
});
export type PersonRow = Static<typeof PersonRow>;

/**
 * Return a player with two counts of content items. The items are from the reports about the player or, if `as` is
 * `reporter`, from the reports by the player. `reports` is the number of different items. `upheld` is the number of
 * those items for which staff acted on at least one report.
 */
export async function findReportPerson(
  db: DbOrTx,
  id: number,
  as: 'reported' | 'reporter',
): Promise<PersonRow | undefined> {
  return queryFirst(
    db,
    PersonRow,
    sql`select u.role, u.created_at, u.muted_until, u.suspended_at, u.suspended_until, u.suspension_reason,
       counted.*
     from users u, (
       select count(distinct (kind, subject_id))::integer as reports,
         (count(distinct (kind, subject_id)) filter (where outcome <> 'dismiss'))::integer as upheld
       from reports where ${as === 'reported' ? sql`reported_id` : sql`reporter_id`} = ${id}
     ) counted
     where u.id = ${id} and u.deleted_at is null`,
  );
}

const PlayerName = Type.Object({ id: column.integer, username: column.text });

/** Return the ids and names of existing players. */
export const namesOf = (db: DbOrTx, ids: readonly number[]): Promise<Static<typeof PlayerName>[]> =>
  query(
    db,
    PlayerName,
    sql`select id, username from users where id = any (${ids}::bigint[]) and deleted_at is null order by id`,
  );

const NoteRow = Type.Object({
  id: column.integer,
  author: PlayerRef,
  text: column.text,
  created_at: column.date,
});

/** Return the staff notes of a report, oldest first. */
export async function notesOf(db: DbOrTx, reportId: number): Promise<ReportDetails['notes']> {
  const rows = await query(
    db,
    NoteRow,
    sql`select n.id, ${PERSON_SQL} as author, n.text, n.created_at
     from report_notes n join ${PEOPLE_SQL} on u.id = n.author_id
     where n.report_id = ${reportId} order by n.id`,
  );
  return rows.map(({ created_at: at, ...note }) => ({ ...note, createdAt: at.toISOString() }));
}

/** A copied file. `id` and `role` are those of the reported player; `role` is null if the account is deleted. */
const MediaFile = Type.Object({ key: column.text, id: column.integer, role: Nullable(Role) });

/**
 * Return the key of a file that was copied for a report, and the reported player. Return undefined if there is no such
 * file.
 */
export async function mediaFile(
  db: DbOrTx,
  id: number,
): Promise<{ key: string; reported: { id: number; role: Role | undefined } } | undefined> {
  const row = await queryFirst(
    db,
    MediaFile,
    sql`select m.file_key as key, r.reported_id as id, u.role
     from report_media m join reports r on r.id = m.report_id
     left join users u on u.id = r.reported_id and u.deleted_at is null
     where m.id = ${id} and m.file_key is not null`,
  );
  return row && { key: row.key, reported: { id: row.id, role: row.role ?? undefined } };
}

const ReportIds = Nullable(Type.Array(column.integer));
const FileKey = Nullable(column.text);

/**
 * Delete the copied content of up to `limit` reports that were resolved before a given time, and the networks from
 * which these reports were sent. Return the number of these reports, and the keys of the copied files. The caller must
 * delete these files.
 */
export async function deleteCopies(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ rows: number; keys: string[] }> {
  const ids = await queryValue(
    tx,
    ReportIds,
    sql`with expired as (
       select id from reports where state = 'resolved' and has_copy and resolved_at <= ${before}
       order by resolved_at limit ${limit} for update skip locked
     ), cleared as (
       update reports r set has_copy = false, copy_text = '', copy_link = null, network = null
       from expired where r.id = expired.id
     )
     select json_agg(id) from expired`,
  );
  if (!ids) return { rows: 0, keys: [] };
  const keys = await queryValues(
    tx,
    FileKey,
    sql`delete from report_media where report_id = any (${ids}::bigint[]) returning file_key`,
  );
  return { rows: ids.length, keys: keys.filter((key) => key !== null) };
}
