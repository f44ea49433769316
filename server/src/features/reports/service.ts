import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { Report, ReportFile, ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff, type Viewer } from '@rivalhold/shared/roles.ts';
import { REPORT_REFUSALS } from '@rivalhold/shared/texts/reports.ts';
import { isVisible } from '@rivalhold/shared/visible.ts';
import type { Db, DbOrTx } from '../../platform/db/db.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import { dropInBatches, keepFiles } from '../../platform/files/stored-files.ts';
import {
  cutPage,
  FIRST_PLACE,
  type PageQuery,
  readCursor,
  readIdCursor,
  writeCursor,
  writeIdCursor,
} from '../../platform/http/cursor.ts';
import type { Keep } from '../../platform/http/routes.ts';
import type { Part, SentFile } from '../../platform/http/send-file.ts';
import { VIDEO_TYPES } from '../../platform/media/videos.ts';
import type { Around, Reportable } from '../../platform/reportable.ts';
import { isMuted, isSuspended } from '../../platform/security/roles.ts';
import type { Site } from '../../platform/site.ts';
import { deedsAbout } from '../audit/service.ts';
import { pictureKey } from '../images/service.ts';
import { lookAt } from './audience.ts';
import { isForOthers } from './cases.ts';
import { kindOf } from './kinds.ts';
import { hiddenFrom, refuseCase, SANCTIONS } from './policy.ts';
import {
  dropCopies,
  insertReport,
  mediaFile,
  namesOf,
  notesOf,
  othersAbout,
  othersOfIt,
  type PersonRow,
  personOf,
  reportById,
  resolvedPage,
  waitingPage,
  waitingReport,
} from './queries.ts';

export { actOn } from './deeds.ts';

type Sent = { reporterId: number; kind: ReportKind; id: number; reason: string };

/** Two reports of the same thing by the same player came at once: the other was stored. */
class AlreadyReported extends Error {}

/**
 * Reports a thing and keeps a copy of it, with its files. The same thing again, while its report waits, answers that one.
 * @throws AppError notFound for a thing that the reporter may not see, conflict for one's own, invalid for the reason.
 */
export async function reportThing(
  db: Db,
  site: Site,
  { reporterId, kind, id, reason: sent, keep }: Sent & { keep: Keep },
): Promise<{ report: { id: number } }> {
  const reason = sent.trim();
  if (!isVisible(reason)) throw invalidFields({ reason: REPORT_REFUSALS.reasonMissing });
  if (reason.length > LIMITS.reports.reason) throw invalidFields({ reason: REPORT_REFUSALS.reasonLong });
  const now = site.clock.now();
  const thing = await kindOf(site, kind).reported(db, { site, id, viewerId: reporterId, now });
  if (!thing) throw new AppError('notFound', REPORT_REFUSALS.gone);
  if (thing.ownerId === reporterId) throw new AppError('conflict', REPORT_REFUSALS.own);
  const which = { reporterId, kind, subjectId: id };
  const known = await waitingReport(db, which);
  if (known !== undefined) return { report: { id: known } };

  const { media, files } = await copiesOf(db, site, thing, reporterId);
  try {
    return await keepFiles(db, site, files, async (tx) => {
      const reportId = await insertReport(tx, {
        ...which,
        reportedId: thing.ownerId,
        reason,
        text: thing.text,
        link: thing.link,
        thingAt: thing.createdAt,
        media,
        at: now,
      });
      if (reportId === undefined) throw new AlreadyReported();
      const answer = { report: { id: reportId } };
      await keep(tx, answer);
      return answer;
    });
  } catch (error) {
    const first = error instanceof AlreadyReported ? await waitingReport(db, which) : undefined;
    if (first === undefined) throw error instanceof AlreadyReported ? new AppError('inProgress') : error;
    return { report: { id: first } };
  }
}

/** So many pictures of other sites are fetched for one report; of more there are the addresses. */
const FETCHED = 5;

/** The files of the pictures that a thing shows by their address; null where one could not be had. */
async function filesOf(db: Db, site: Site, media: Reportable['media'], viewerId: number) {
  const pictures = media.filter(({ outside }) => outside).slice(0, FETCHED);
  const fetched = pictures.map(async ({ url }) => {
    const key = await pictureKey(db, site, { url, viewerId }).catch((error: unknown) => {
      site.log.info({ err: error }, 'picture of a reported thing was not fetched');
      return null;
    });
    return [url, key] as const;
  });
  return new Map(await Promise.all(fetched));
}

/**
 * What a copy of a thing shows, and the files that are to be copied for it. A stored file that is gone is left out; of
 * another site's picture that cannot be had its address is kept, as a `link`.
 */
async function copiesOf(db: Db, site: Site, { media }: Reportable, reporterId: number) {
  const fetched = await filesOf(db, site, media, reporterId);
  const shown: { kind: string; key: string | null; url: string | null }[] = [];
  const files: { key: string; copyOf: string }[] = [];
  for (const { kind, key: own, url, outside } of media) {
    const key = own ?? fetched.get(url) ?? null;
    if (key !== null && (await site.files.exists(key))) {
      const copy = `reports/${randomUUID()}${extname(key)}`;
      files.push({ key: copy, copyOf: key });
      shown.push({ kind, key: copy, url: null });
    } else if (own === null) shown.push({ kind: outside ? 'link' : kind, key: null, url });
  }
  return { media: shown, files };
}

/**
 * A page of the queue: what waits the longest first, resolved ones the latest first. Nobody is shown what was reported
 * about them, or about who stands above them.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listReports(
  db: DbOrTx,
  { state, viewer, cursor, limit }: { state?: Report['state'] | undefined; viewer: Viewer } & PageQuery,
): Promise<{ items: Report[]; nextCursor: string | null }> {
  const page = { viewer, limit: limit + 1 };
  if (state === 'resolved') {
    const before = readCursor(cursor) ?? FIRST_PLACE;
    const found = await resolvedPage(db, { ...page, before });
    return cutPage(found, limit, ({ id, resolvedAt }) =>
      writeCursor({ id, at: new Date(resolvedAt as string) }),
    );
  }
  const afterId = cursor === undefined ? 0 : readIdCursor(cursor);
  return cutPage(await waitingPage(db, { ...page, state: state ?? 'all', afterId }), limit, writeIdCursor);
}

const SHOWN = 20;

/** What stands around the thing; of a private conversation only what was said by then, and only until it is judged. */
async function contextOf(
  db: DbOrTx,
  site: Site,
  { kind, subjectId, state, createdAt }: Report,
): Promise<Around[]> {
  if (kind === 'message' && state === 'resolved') return [];
  const context = (await kindOf(site, kind).around?.(db, subjectId)) ?? [];
  return kind === 'message' ? context.filter((line) => line.createdAt <= createdAt) : context;
}

/**
 * A report with what staff judge it by.
 * @throws AppError notFound, forbidden for one about the viewer or who stands above them.
 */
export async function readReport(
  db: DbOrTx,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<ReportFile> {
  const report = await reportById(db, id);
  if (!report) throw new AppError('notFound');
  const reportedId = report.reported.id;
  const viewerId = viewer.id;
  const reported = await personOf(db, reportedId, 'reported');
  refuseCase(viewer, { id: reportedId, role: reported?.role });
  const [isForOthersOnly, viewers, reporter, ofIt, notes, context, history, others] = await Promise.all([
    report.state !== 'resolved' && isForOthers(db, { ...report, reportedId, viewerId }),
    lookAt(site, { reportId: id, viewerId }).then((ids) => namesOf(db, ids)),
    personOf(db, report.reporter.id, 'reporter'),
    othersOfIt(db, report, SHOWN),
    notesOf(db, id),
    contextOf(db, site, report),
    deedsAbout(db, { targetId: reportedId, kinds: SANCTIONS, limit: SHOWN }),
    othersAbout(db, report, SHOWN),
  ]);
  return {
    report,
    refusal: isForOthersOnly ? REPORT_REFUSALS.reporter : null,
    viewers,
    reportedIs: present(site, reported),
    reporterIs: present(site, reporter),
    ofIt,
    notes,
    context,
    history,
    others,
  };
}

/** Null for who has left. */
function present(site: Site, person: PersonRow | undefined): ReportFile['reportedIs'] {
  if (!person) return null;
  const now = site.clock.now();
  const { created_at: joinedAt, muted_until: mutedUntil, suspended_until: until, reports, upheld } = person;
  const suspended = isSuspended(person, now);
  return {
    joinedAt: joinedAt.toISOString(),
    mutedUntil: isMuted({ mutedUntil }, now) ? (mutedUntil?.toISOString() ?? null) : null,
    suspended,
    suspendedUntil: suspended ? (until?.toISOString() ?? null) : null,
    reports,
    upheld,
  };
}

const TYPES: Record<string, string> = { webp: 'image/webp', ...VIDEO_TYPES };

/**
 * The file that a report keeps, for staff alone.
 * @throws AppError notFound to everybody else, and to those of them whom the report is hidden from.
 */
export async function openCopy(
  db: Db,
  { id, part, viewer }: { id: number; part: Part; viewer: Viewer },
): Promise<SentFile> {
  const file = isStaff(viewer) && part === 'file' ? await mediaFile(db, id) : undefined;
  if (!file || hiddenFrom(viewer, file.reported) !== null) throw new AppError('notFound');
  const extension = extname(file.key);
  const type = TYPES[extension.slice(1)];
  if (type === undefined) throw new AppError('notFound');
  return { key: file.key, type, name: `report-${id}${extension}` };
}

/** How long a copy is kept after its report was resolved. */
const COPY_KEPT_MS = 30 * 24 * 3_600_000;
const AT_ONCE = 100;

/** Drops the copies of reports that were resolved long ago; that there was a report, and what came of it, stays. */
export async function purgeCopies(db: Db, site: Site): Promise<void> {
  const before = new Date(site.clock.now().getTime() - COPY_KEPT_MS);
  await dropInBatches(db, site, AT_ONCE, (tx, limit) => dropCopies(tx, before, limit));
}
