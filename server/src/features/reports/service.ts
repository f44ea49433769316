import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { Report, ReportDetails, ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { retainedSince } from '@rivalhold/shared/retention.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { REPORT_ERRORS } from '@rivalhold/shared/texts/reports.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import type { Db, DbOrTx } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { deleteInFileBatches, storeFiles } from '../../platform/files/stored-files.ts';
import {
  decodeCursor,
  decodeIdCursor,
  encodeCursor,
  encodeIdCursor,
  FIRST_POSITION,
  type PageQuery,
  toPage,
} from '../../platform/http/cursor.ts';
import type { CommitResponse } from '../../platform/http/routes.ts';
import type { FileResponse } from '../../platform/http/send-file.ts';
import { VIDEO_TYPES } from '../../platform/media/videos.ts';
import { fullSizeKey, ownerInKey } from '../../platform/personal-data/selected-files.ts';
import type { ContextMessage, ReportedContent } from '../../platform/reported-content.ts';
import { isMuted, isSuspended } from '../../platform/security/account-restrictions.ts';
import { lockUser } from '../../platform/security/account-status.ts';
import { hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';
import { actionsAgainst } from '../audit/service.ts';
import { imageKeyFor } from '../images/service.ts';
import { mustBeHandledByOthers } from './cases.ts';
import { hideIfReported } from './hiding.ts';
import { kindOf } from './kinds.ts';
import { assertMayHandle, SANCTIONS, staffRestriction } from './policy.ts';
import {
  deleteCopies,
  findOriginals,
  findReportPerson,
  insertReport,
  lockExternalImages,
  mediaFile,
  namesOf,
  notesOf,
  otherReportsAboutPlayer,
  otherReportsOfSubject,
  type PersonRow,
  type ReportMedia,
  reportById,
  resolvedPage,
  waitingPage,
  waitingReport,
} from './queries.ts';
import { recordView } from './viewers.ts';

export { listResolvedReports, reopenReport } from './reopen.ts';

type ReportInput = { reporterId: number; network: string; kind: ReportKind; id: number; reason: string };

/** Thrown if a concurrent request by the same player has already stored a report about the same content. */
class AlreadyReportedError extends Error {}

/**
 * Report content, and store a copy of the content and its files. Return the id of the report. If the player has an
 * unresolved report about the same content, return the id of that report instead.
 * @throws AppError `notFound` if the content is not visible to the reporter; `conflict` for the reporter's own content;
 *   `invalid` for a missing or too long reason; `inProgress` if a concurrent request or purge prevents the report.
 */
export async function submitReport(
  db: Db,
  site: Site,
  {
    reporterId,
    network,
    kind,
    id,
    reason: sent,
    commitResponse,
  }: ReportInput & { commitResponse: CommitResponse },
): Promise<{ report: { id: number } }> {
  const reason = sent.trim();
  if (!isVisible(reason)) throw invalidFieldsError({ reason: REPORT_ERRORS.reasonMissing });
  if (reason.length > LIMITS.reports.reason) throw invalidFieldsError({ reason: REPORT_ERRORS.reasonLong });
  const now = site.clock.now();
  const content = await kindOf(site, kind).reported(db, { site, id, viewerId: reporterId, now });
  if (!content) throw new AppError('notFound', REPORT_ERRORS.notFound);
  if (content.ownerId === reporterId) throw new AppError('conflict', REPORT_ERRORS.own);
  const which = { reporterId, kind, subjectId: id };
  const known = await waitingReport(db, which);
  if (known !== undefined) return { report: { id: known } };

  const { media, files, embedded } = await prepareCopies(db, site, content, reporterId);
  try {
    return await storeFiles(db, site, files, async (tx) => {
      // Lock the author, so that concurrent reports about the same content are counted one after the other. Lock the
      // reporter, so that each of the reporter's reports counts the content that the earlier ones have hidden. Lock the
      // owners of the files, as a purge does. A concurrent purge then either runs before this transaction, or finds the
      // copies that this transaction commits.
      const players = new Set([
        content.ownerId,
        reporterId,
        ...embedded.flatMap((key) => ownerInKey(key) ?? []),
      ]);
      for (const player of [...players].sort((one, other) => one - other)) await lockUser(tx, player);
      if (files.length > 0) {
        if (embedded.length > 0) {
          await lockExternalImages(tx, embedded);
          if ((await findOriginals(tx, embedded)).length < embedded.length) throw new AppError('inProgress');
        }
        const current = await kindOf(site, kind).reported(tx, { site, id, viewerId: reporterId, now });
        if (JSON.stringify(current?.media) !== JSON.stringify(content.media))
          throw new AppError('notFound', REPORT_ERRORS.notFound);
      }
      const reportId = await insertReport(tx, {
        ...which,
        reportedId: content.ownerId,
        reason,
        network,
        text: content.text,
        link: content.link,
        contentAt: content.createdAt,
        media,
        at: now,
      });
      if (reportId === undefined) throw new AlreadyReportedError();
      await hideIfReported(tx, site, { kind, subjectId: id, authorId: content.ownerId, by: reporterId });
      const answer = { report: { id: reportId } };
      await commitResponse(tx, answer);
      return answer;
    });
  } catch (error) {
    const first = error instanceof AlreadyReportedError ? await waitingReport(db, which) : undefined;
    if (first === undefined) throw error instanceof AlreadyReportedError ? new AppError('inProgress') : error;
    return { report: { id: first } };
  }
}

/** Maximum number of external images that are fetched for a report. Further images are stored as links. */
const MAX_FETCHED_IMAGES = 5;

/** Return the cached file keys of external images by their URLs. A key is null if the image could not be fetched. */
async function fetchImages(db: Db, site: Site, media: ReportedContent['media'], viewerId: number) {
  const pictures = media.filter(({ outside }) => outside).slice(0, MAX_FETCHED_IMAGES);
  const fetched = pictures.map(async ({ url }) => {
    const key = await imageKeyFor(db, site, { url, viewerId }).catch((error: unknown) => {
      site.log.info({ err: error }, 'fetching an image of reported content failed');
      return null;
    });
    return [url, key] as const;
  });
  return new Map(await Promise.all(fetched));
}

/**
 * Return the media to store with a report, the files to copy, and the keys of embedded images. Embedded images can
 * belong to other players or sites. Leave out deleted files. Replace each external image that was not fetched with a
 * `link` to its URL.
 */
async function prepareCopies(db: Db, site: Site, { media }: ReportedContent, reporterId: number) {
  const fetched = await fetchImages(db, site, media, reporterId);
  const keys = new Set([...fetched.values()].flatMap((key) => (key === null ? [] : fullSizeKey(key))));
  const embedded = keys.size === 0 ? [] : await findOriginals(db, [...keys]);
  const shown: ReportMedia[] = [];
  const files: { key: string; copyOf: string }[] = [];
  for (const { kind, key: own, url, outside } of media) {
    const key = own ?? fetched.get(url) ?? null;
    const source = own !== null || key === null ? url.replace(/^\/media\//, '') : fullSizeKey(key);
    const isReferenced = own !== null || embedded.includes(source);
    if (key !== null && isReferenced && (await site.files.exists(key))) {
      const copy = `reports/${randomUUID()}${extname(key)}`;
      files.push({ key: copy, copyOf: key });
      shown.push({ kind, key: copy, source, url: null });
    } else if (own === null) shown.push({ kind: outside ? 'link' : kind, key: null, source: null, url });
  }
  return { media: shown, files, embedded };
}

/**
 * Return a page of the report queue, with unresolved reports oldest first or resolved reports latest first. Leave out
 * reports about the viewer or about staff of a higher rank.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listReports(
  db: DbOrTx,
  { state, viewer, cursor, limit }: { state?: Report['state'] | undefined; viewer: Viewer } & PageQuery,
): Promise<{ items: Report[]; nextCursor: string | null }> {
  const page = { viewer, limit: limit + 1 };
  if (state === 'resolved') {
    const before = decodeCursor(cursor) ?? FIRST_POSITION;
    const found = await resolvedPage(db, { ...page, before });
    return toPage(found, limit, ({ id, resolvedAt }) =>
      encodeCursor({ id, time: new Date(resolvedAt as string) }),
    );
  }
  const afterId = cursor === undefined ? 0 : decodeIdCursor(cursor);
  return toPage(await waitingPage(db, { ...page, state: state ?? 'all', afterId }), limit, encodeIdCursor);
}

const SHOWN = 20;

/**
 * Return the reported content with the content before and after it. Private messages are included only until the report
 * is resolved, and only if they are older than the report.
 */
async function getContextOf(
  db: DbOrTx,
  site: Site,
  { kind, subjectId, state, createdAt }: Report,
): Promise<ContextMessage[]> {
  if (kind === 'message' && state === 'resolved') return [];
  const context = (await kindOf(site, kind).around?.(db, subjectId)) ?? [];
  return kind === 'message' ? context.filter((line) => line.createdAt <= createdAt) : context;
}

/**
 * Return a report with the information that staff need to resolve it.
 * @throws AppError `notFound`; `forbidden` for a report about the viewer or about staff of a higher rank.
 */
export async function getReport(
  db: DbOrTx,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<ReportDetails> {
  const report = await reportById(db, id);
  if (!report) throw new AppError('notFound');
  const reportedId = report.reported.id;
  const viewerId = viewer.id;
  const reported = await findReportPerson(db, reportedId, 'reported');
  assertMayHandle(viewer, { id: reportedId, role: reported?.role });
  const [isForOthersOnly, viewers, reporter, duplicates, notes, context, history, others] = await Promise.all(
    [
      report.state !== 'resolved' && mustBeHandledByOthers(db, { ...report, reportedId, viewerId }),
      recordView(site, { reportId: id, viewerId }).then((ids) => namesOf(db, ids)),
      findReportPerson(db, report.reporter.id, 'reporter'),
      otherReportsOfSubject(db, report, SHOWN),
      notesOf(db, id),
      getContextOf(db, site, report),
      actionsAgainst(db, { targetId: reportedId, kinds: SANCTIONS, limit: SHOWN }),
      otherReportsAboutPlayer(db, report, SHOWN),
    ],
  );
  return {
    report,
    refusal: isForOthersOnly ? REPORT_ERRORS.reporter : null,
    viewers,
    reportedAccount: present(site, reported),
    reporterAccount: present(site, reporter),
    duplicates,
    notes,
    context,
    history,
    otherReports: others,
  };
}

/** Convert a player's row to the account data that staff see. Return null if the account is deleted. */
function present(site: Site, person: PersonRow | undefined): ReportDetails['reportedAccount'] {
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
 * Return a file that was copied for a report, for staff only.
 * @throws AppError `notFound` for players, and for staff who are not allowed to see the report.
 */
export async function getCopyFile(
  db: Db,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<FileResponse> {
  const file = hasStaffAccess(site, viewer) ? await mediaFile(db, id) : undefined;
  if (!file || staffRestriction(viewer, file.reported) !== null) throw new AppError('notFound');
  const extension = extname(file.key);
  const type = TYPES[extension.slice(1)];
  if (type === undefined) throw new AppError('notFound');
  return { key: file.key, type, name: `report-${id}${extension}` };
}

const BATCH_SIZE = 100;

/**
 * Delete the copied content of reports that were resolved long ago, and the networks of their senders. The reports and
 * their outcomes are kept.
 */
export async function purgeCopies(db: Db, site: Site): Promise<void> {
  const before = retainedSince('reportCopies', site.clock.now());
  await deleteInFileBatches(db, site, BATCH_SIZE, (tx, limit) => deleteCopies(tx, before, limit));
}
