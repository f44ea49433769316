import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Report, ReportDetails, ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { rolesAbove, type Viewer } from '@rivalhold/shared/roles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import {
  type DbOrTx,
  run,
  runFirst,
  runFirstValue,
  runValue,
  runValues,
  type Tx,
} from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import type { SuspensionColumns } from '../../platform/security/account-restrictions.ts';

/** The report of a thing by a player that still waits, if there is one. */
export async function waitingReport(
  db: DbOrTx,
  { reporterId, kind, subjectId }: { reporterId: number; kind: ReportKind; subjectId: number },
): Promise<number | undefined> {
  return runFirstValue<number>(
    db,
    `select id from reports where reporter_id = $1 and kind = $2 and subject_id = $3 and state <> 'resolved'`,
    [reporterId, kind, subjectId],
  );
}

export type NewReport = {
  kind: ReportKind;
  subjectId: number;
  reporterId: number;
  reportedId: number;
  reason: string;
  text: string;
  link: string | null;
  thingAt: Date | null;
  media: readonly { kind: string; key: string | null; url: string | null }[];
  at: Date;
};

/** Stores a report with what it shows; undefined where the same player's report of the same thing waits already. */
export async function insertReport(tx: Tx, report: NewReport): Promise<number | undefined> {
  const id = await runFirstValue<number>(
    tx,
    `insert into reports (kind, subject_id, reporter_id, reported_id, reason, copy_text, copy_link, copy_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (reporter_id, kind, subject_id) where state <> 'resolved' do nothing returning id`,
    [
      report.kind,
      report.subjectId,
      report.reporterId,
      report.reportedId,
      report.reason,
      report.text,
      report.link,
      report.thingAt,
      report.at,
    ],
  );
  if (id !== undefined)
    await run(
      tx,
      `insert into report_media (report_id, place, kind, file_key, url)
       select $1, place, value ->> 'kind', value ->> 'key', value ->> 'url'
       from jsonb_array_elements($2::jsonb) with ordinality as shown (value, place)`,
      [id, JSON.stringify(report.media)],
    );
  return id;
}

/** A player, named as everywhere; who has left has no name any more. */
const PERSON_SQL = `json_build_object('id', u.id, 'level', coalesce(c.level, 1),
    'username', case when u.deleted_at is null then u.username else '${PROFILE_TEXTS.deletedPlayer}' end,
    'avatarUrl', case when u.deleted_at is null then u.avatar_url end)`;
const PEOPLE_SQL = 'users u left join characters c on c.user_id = u.id';

/** Reports with all that is told of them; everybody in them stands in the first row, once. */
const reportsSql = (found: string, order: string): string => `
  with page as materialized (${found})
  select r.id, r.kind, r.subject_id as "subjectId", r.reason, r.state, r.outcome, r.copy_text, r.copy_link, r.copy_at,
    r.created_at, r.resolved_at, r.reporter_id, r.reported_id, r.taken_by, r.resolved_by,
    case when row_number() over (order by ${order}) = 1 then (
      select json_object_agg(u.id, ${PERSON_SQL}) from ${PEOPLE_SQL} where u.id in (
        select reporter_id from page union select reported_id from page
        union select taken_by from page union select resolved_by from page)
    ) end as people,
    (select count(*)::integer from reports o where o.kind = r.kind and o.subject_id = r.subject_id) as "reportsOfIt",
    (select json_agg(json_build_object('id', m.id, 'kind', m.kind, 'url', m.url) order by m.place)
     from report_media m where m.report_id = r.id) as media
  from page r order by ${order}`;

type PlayersById = Record<number, PlayerRef>;
type Row = Omit<
  Report,
  'copy' | 'createdAt' | 'resolvedAt' | 'reporter' | 'reported' | 'takenBy' | 'resolvedBy'
> & {
  reporter_id: number;
  reported_id: number;
  taken_by: number | null;
  resolved_by: number | null;
  people: PlayersById | null;
  media: { id: number; kind: string; url: string | null }[] | null;
  copy_text: string;
  copy_link: string | null;
  copy_at: Date | null;
  created_at: Date;
  resolved_at: Date | null;
};

async function readReports(db: DbOrTx, text: string, parameters: unknown[]): Promise<Report[]> {
  const rows = await run<Row>(db, text, parameters);
  const people = rows[0]?.people ?? {};
  return rows.map((row) => present(row, people));
}

function present(row: Row, people: PlayersById): Report {
  const { media, copy_text, copy_link, copy_at, created_at, resolved_at, people: _, ...rest } = row;
  const { reporter_id, reported_id, taken_by, resolved_by, ...report } = rest;
  const of = (id: number | null) => (id === null ? null : (people[id] ?? null));
  return {
    ...report,
    reporter: people[reporter_id] as PlayerRef,
    reported: people[reported_id] as PlayerRef,
    takenBy: of(taken_by),
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

/** The first of those that a thing has: they are seen to together, so it stands for all of them. */
const FIRST_OF_SUBJECT = `not exists (
  select 1 from reports e
  where e.kind = r.kind and e.subject_id = r.subject_id and e.id < r.id
    and e.resolved_at is not distinct from r.resolved_at)`;

/** Not about the viewer, nor about who has a role above theirs, by the SQL of both. */
const visibleToSql = (viewer: string, above: string): string => `reported_id <> ${viewer} and not exists (
  select 1 from users u where u.id = r.reported_id and u.role = any (${above}::text[]) and u.deleted_at is null)`;

const waitingSql = (which: string): string =>
  reportsSql(
    `select * from reports r where ${which} and ${FIRST_OF_SUBJECT} and id > $1 and ${visibleToSql('$2', '$3')}
     order by id limit $4`,
    'r.id',
  );
const WAITING_PAGE = {
  all: waitingSql(`state <> 'resolved'`),
  open: waitingSql(`state = 'open'`),
  taken: waitingSql(`state = 'taken'`),
};
const RESOLVED_PAGE = reportsSql(
  `select * from reports r
   where state = 'resolved' and ${FIRST_OF_SUBJECT} and (resolved_at, id) < ($1, $2) and ${visibleToSql('$3', '$4')}
   order by resolved_at desc, id desc limit $5`,
  'r.resolved_at desc, r.id desc',
);

type Page = { viewer: Viewer; limit: number };

/** Things whose reports wait, behind one, the oldest report first; of those that the viewer sees. */
export async function waitingPage(
  db: DbOrTx,
  { state, afterId, viewer, limit }: Page & { state: 'open' | 'taken' | 'all'; afterId: number },
): Promise<Report[]> {
  return readReports(db, WAITING_PAGE[state], [afterId, viewer.id, rolesAbove(viewer.role), limit]);
}

/** Things whose reports were resolved, behind a place, the latest first; of those that the viewer sees. */
export async function resolvedPage(
  db: DbOrTx,
  { before, viewer, limit }: Page & { before: TimeCursor },
): Promise<Report[]> {
  return readReports(db, RESOLVED_PAGE, [before.time, before.id, viewer.id, rolesAbove(viewer.role), limit]);
}

const ONE = reportsSql('select * from reports where id = $1', 'r.id');
const SAME_SUBJECT = 'kind = $2 and subject_id = $3 and resolved_at is not distinct from $4';
const REPORTS_OF_SUBJECT = reportsSql(
  `select * from reports where id <> $1 and ${SAME_SUBJECT} order by id limit $5`,
  'r.id',
);
const REPORTS_ABOUT_PLAYER = reportsSql(
  `select * from reports r where reported_id = $1 and not (${SAME_SUBJECT}) and ${FIRST_OF_SUBJECT} order by id desc limit $5`,
  'r.id desc',
);
const sameSubjectSql = ({ kind, subjectId, resolvedAt }: Report) => [
  kind,
  subjectId,
  resolvedAt === null ? null : new Date(resolvedAt),
];

export async function reportById(db: DbOrTx, id: number): Promise<Report | undefined> {
  const [report] = await readReports(db, ONE, [id]);
  return report;
}

/** The reports of the same thing that are seen to with one, the oldest first. */
export async function otherReportsOfSubject(db: DbOrTx, report: Report, limit: number): Promise<Report[]> {
  return readReports(db, REPORTS_OF_SUBJECT, [report.id, ...sameSubjectSql(report), limit]);
}

/** Other things that were reported of the same player, the latest first. */
export async function otherReportsAboutPlayer(db: DbOrTx, report: Report, limit: number): Promise<Report[]> {
  return readReports(db, REPORTS_ABOUT_PLAYER, [report.reported.id, ...sameSubjectSql(report), limit]);
}

export type PersonRow = SuspensionColumns & {
  role: Role;
  created_at: Date;
  muted_until: Date | null;
  reports: number;
  upheld: number;
};

/** A player as reports tell of them: what was reported of them, or by them, and of how much of it something came. */
export async function findReportPerson(
  db: DbOrTx,
  id: number,
  as: 'reported' | 'reporter',
): Promise<PersonRow | undefined> {
  return runFirst<PersonRow>(db, PERSON_STATS[as], [id]);
}

const personStatsSql = (as: 'reported' | 'reporter'): string => `
  select u.role, u.created_at, u.muted_until, u.suspended_at, u.suspended_until, u.suspension_reason, counted.*
  from users u, (
    select count(distinct (kind, subject_id))::integer as reports,
      (count(distinct (kind, subject_id)) filter (where outcome <> 'dismiss'))::integer as upheld
    from reports where ${as}_id = $1
  ) counted
  where u.id = $1 and u.deleted_at is null`;
const PERSON_STATS = { reported: personStatsSql('reported'), reporter: personStatsSql('reporter') };

/** Names of those who are there, by their ids. */
export const namesOf = (db: DbOrTx, ids: readonly number[]): Promise<{ id: number; username: string }[]> =>
  run(db, 'select id, username from users where id = any ($1::bigint[]) and deleted_at is null order by id', [
    ids,
  ]);

export async function notesOf(db: DbOrTx, reportId: number): Promise<ReportDetails['notes']> {
  const rows = await run<{ id: number; author: PlayerRef; text: string; created_at: Date }>(
    db,
    `select n.id, ${PERSON_SQL} as author, n.text, n.created_at
     from report_notes n join ${PEOPLE_SQL} on u.id = n.author_id where n.report_id = $1 order by n.id`,
    [reportId],
  );
  return rows.map(({ created_at: at, ...note }) => ({ ...note, createdAt: at.toISOString() }));
}

/** The file that a report keeps, and whom the report is about. */
export async function mediaFile(
  db: DbOrTx,
  id: number,
): Promise<{ key: string; reported: { id: number; role: Role | undefined } } | undefined> {
  const row = await runFirst<{ key: string; id: number; role: Role | null }>(
    db,
    `select m.file_key as key, r.reported_id as id, u.role
     from report_media m join reports r on r.id = m.report_id
     left join users u on u.id = r.reported_id and u.deleted_at is null
     where m.id = $1 and m.file_key is not null`,
    [id],
  );
  return row && { key: row.key, reported: { id: row.id, role: row.role ?? undefined } };
}

/** Drops the copies of up to `limit` reports that were resolved before a time. Answers the keys of their files. */
export async function deleteCopies(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ rows: number; keys: string[] }> {
  const ids = await runValue<number[] | null>(
    tx,
    `with over as (
       select id from reports where state = 'resolved' and copied and resolved_at <= $1
       order by resolved_at limit $2 for update skip locked
     ), emptied as (
       update reports r set copied = false, copy_text = '', copy_link = null from over where r.id = over.id
     )
     select json_agg(id) from over`,
    [before, limit],
  );
  if (!ids) return { rows: 0, keys: [] };
  const keys = await runValues<string | null>(
    tx,
    'delete from report_media where report_id = any ($1::bigint[]) returning file_key',
    [ids],
  );
  return { rows: ids.length, keys: keys.filter((key) => key !== null) };
}
