import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Report, ReportFile, ReportKind, ReportOutcome } from '@rivalhold/shared/contract/reports.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import type { TimeCursor } from '../../platform/cursor.ts';
import { type DbOrTx, run, runOne, type Tx } from '../../platform/db/db.ts';

type State = Report['state'];

/** The report of a thing by a player that still waits, if there is one. */
export async function waitingReport(
  db: DbOrTx,
  { reporterId, kind, subjectId }: { reporterId: number; kind: ReportKind; subjectId: number },
): Promise<number | undefined> {
  const [row] = await run<{ id: number }>(
    db,
    `select id from reports where reporter_id = $1 and kind = $2 and subject_id = $3 and state <> 'resolved'`,
    [reporterId, kind, subjectId],
  );
  return row?.id;
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
  const [row] = await run<{ id: number }>(
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
  if (row)
    await run(
      tx,
      `insert into report_media (report_id, place, kind, file_key, url)
       select $1, place, value ->> 'kind', value ->> 'key', value ->> 'url'
       from jsonb_array_elements($2::jsonb) with ordinality as shown (value, place)`,
      [row.id, JSON.stringify(report.media)],
    );
  return row?.id;
}

/** A player by the SQL of an id, named as everywhere; who has left has no name any more. */
const person = (id: string): string => `(
  select json_build_object('id', u.id, 'level', coalesce(c.level, 1),
    'username', case when u.deleted_at is null then u.username else '${PROFILE_TEXTS.deletedPlayer}' end,
    'avatarUrl', case when u.deleted_at is null then u.avatar_url end)
  from users u left join characters c on c.user_id = u.id where u.id = ${id})`;

const wholeReports = (found: string, order: string): string => `
  select r.*, ${person('r.reporter_id')} as reporter, ${person('r.reported_id')} as reported,
    ${person('r.taken_by')} as taker, ${person('r.resolved_by')} as resolver,
    (select count(*)::integer from reports o where o.kind = r.kind and o.subject_id = r.subject_id) as of_it,
    (select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'url', m.url) order by m.place), '[]')
     from report_media m where m.report_id = r.id) as media
  from (${found}) r order by ${order}`;

type Row = {
  id: number;
  kind: ReportKind;
  subject_id: number;
  reason: string;
  state: State;
  outcome: ReportOutcome | null;
  reporter: PlayerRef;
  reported: PlayerRef;
  taker: PlayerRef | null;
  resolver: PlayerRef | null;
  of_it: number;
  media: { id: number; kind: string; url: string | null }[];
  copy_text: string;
  copy_link: string | null;
  copy_at: Date | null;
  created_at: Date;
  resolved_at: Date | null;
};

const present = (row: Row): Report => ({
  id: row.id,
  kind: row.kind,
  subjectId: row.subject_id,
  reason: row.reason,
  state: row.state,
  outcome: row.outcome,
  reporter: row.reporter,
  reported: row.reported,
  reportsOfIt: row.of_it,
  takenBy: row.taker,
  resolvedBy: row.resolver,
  copy: {
    text: row.copy_text,
    media: row.media.map(({ id, kind, url }) => ({ url: url ?? `/media/reports/${id}`, kind })),
    link: row.copy_link,
    createdAt: row.copy_at?.toISOString() ?? null,
  },
  createdAt: row.created_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
});

const waiting = (which: string): string =>
  wholeReports(
    `select * from reports where ${which} and id > $1 and reported_id <> $2 order by id limit $3`,
    'r.id',
  );
const WAITING = {
  all: waiting(`state <> 'resolved'`),
  open: waiting(`state = 'open'`),
  taken: waiting(`state = 'taken'`),
};
const RESOLVED = wholeReports(
  `select * from reports where state = 'resolved' and (resolved_at, id) < ($1, $2) and reported_id <> $3
   order by resolved_at desc, id desc limit $4`,
  'r.resolved_at desc, r.id desc',
);

type Page = { viewerId: number; limit: number };

/** Reports that wait, behind one, the oldest first; none about the viewer. */
export async function waitingPage(
  db: DbOrTx,
  { state, afterId, viewerId, limit }: Page & { state: 'open' | 'taken' | 'all'; afterId: number },
): Promise<Report[]> {
  return (await run<Row>(db, WAITING[state], [afterId, viewerId, limit])).map(present);
}

/** Resolved reports behind a place, the latest first; none about the viewer. */
export async function resolvedPage(
  db: DbOrTx,
  { before, viewerId, limit }: Page & { before: TimeCursor },
): Promise<Report[]> {
  return (await run<Row>(db, RESOLVED, [before.at, before.id, viewerId, limit])).map(present);
}

const ONE = wholeReports('select * from reports where id = $1', 'r.id');
const ABOUT = wholeReports(
  'select * from reports where reported_id = $1 and id <> $2 order by id desc limit $3',
  'r.id desc',
);

export async function reportById(db: DbOrTx, id: number): Promise<Report | undefined> {
  const [row] = await run<Row>(db, ONE, [id]);
  return row && present(row);
}

/** Other reports about the same player, the latest first. */
export async function othersAbout(
  db: DbOrTx,
  { reportedId, exceptId, limit }: { reportedId: number; exceptId: number; limit: number },
): Promise<Report[]> {
  return (await run<Row>(db, ABOUT, [reportedId, exceptId, limit])).map(present);
}

export async function notesOf(db: DbOrTx, reportId: number): Promise<ReportFile['notes']> {
  const rows = await run<{ id: number; author: PlayerRef; text: string; created_at: Date }>(
    db,
    `select n.id, ${person('n.author_id')} as author, n.text, n.created_at
     from report_notes n where n.report_id = $1 order by n.id`,
    [reportId],
  );
  return rows.map(({ created_at: at, ...note }) => ({ ...note, createdAt: at.toISOString() }));
}

/** The file that a report keeps, and whom the report is about. */
export async function mediaFile(
  db: DbOrTx,
  id: number,
): Promise<{ key: string; reportedId: number } | undefined> {
  const [row] = await run<{ key: string; reportedId: number }>(
    db,
    `select m.file_key as key, r.reported_id as "reportedId"
     from report_media m join reports r on r.id = m.report_id where m.id = $1 and m.file_key is not null`,
    [id],
  );
  return row;
}

/** Drops the copies of up to `limit` reports that were resolved before a time. Answers the keys of their files. */
export async function dropCopies(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ rows: number; keys: string[] }> {
  const { ids } = await runOne<{ ids: number[] | null }>(
    tx,
    `with over as (
       select id from reports where state = 'resolved' and copied and resolved_at <= $1
       order by resolved_at limit $2 for update skip locked
     ), emptied as (
       update reports r set copied = false, copy_text = '', copy_link = null from over where r.id = over.id
     )
     select json_agg(id) as ids from over`,
    [before, limit],
  );
  if (!ids) return { rows: 0, keys: [] };
  const media = await run<{ file_key: string | null }>(
    tx,
    'delete from report_media where report_id = any ($1::bigint[]) returning file_key',
    [ids],
  );
  const keys = media.map(({ file_key: key }) => key).filter((key) => key !== null);
  return { rows: ids.length, keys };
}
