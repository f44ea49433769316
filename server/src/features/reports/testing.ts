import type { ReportKind, reports } from '@rivalhold/shared/contract/reports.ts';
import { sql } from '../../platform/db/db.ts';
import type { CallOptions, TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query, queryOne } from '../../testing/queries.ts';
import { uploadClip } from '../clips/testing.ts';

/** Send a request to report content. */
export const report = (
  by: TestPlayer,
  kind: ReportKind,
  id: number,
  reason = 'Spam',
  headers: CallOptions['headers'] = {},
) => by.call('POST /api/reports', { body: { kind, id, reason }, headers });
/** Report content and return the report's id. */
export const createReport = async (by: TestPlayer, kind: ReportKind, id: number): Promise<number> =>
  (await report(by, kind, id)).body.report.id;
/** Request a report with its details. */
export const fileOf = (by: TestPlayer, id: number) =>
  by.call('GET /api/mod/reports/{id}', { params: { id } });
/** Send a request to act on a report. */
export const performReportAction = (by: TestPlayer, id: number, body: object) =>
  by.call('PATCH /api/mod/reports/{id}', { params: { id }, body });
/** Return a page of the report queue. */
export const queue = async (by: TestPlayer, query: CallOptions['query'] = {}) =>
  (await by.call('GET /api/mod/reports', { query })).body;

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof reports> = {
  routes: {
    'POST /api/reports': {
      call: ({ other }) => ({ body: { kind: 'profile', id: other.id, reason: 'Too rich' } }),
      acrossBlock: 404,
    },
    'GET /api/mod/reports': {},
    'GET /api/mod/reports/{id}': { call: ({ report: id }) => ({ params: { id } }) },
    'PATCH /api/mod/reports/{id}': {
      call: ({ report: id }) => ({ params: { id }, body: { action: 'claim' } }),
    },
  },
  files: {
    '/media/reports/{id}, about the owner': {
      seenBy: ['moderator', 'admin'],
      path: async ({ app, owner, otherPlayer }) => {
        const reportId = await createReport(otherPlayer, 'clip', (await uploadClip(owner)).id);
        const { id } = await queryOne<{ id: number }>(
          app.site.db,
          sql`select id from report_media where report_id = ${reportId}`,
        );
        return `/media/reports/${id}`;
      },
    },
  },
  fill: async ({ app, owner, otherPlayer }) => {
    await query(
      app.site.db,
      sql`insert into reports
         (kind, subject_id, reporter_id, reported_id, reason, state, outcome, copy_text, created_at, resolved_at)
       values ('profile', ${otherPlayer.id}, ${owner.id}, ${otherPlayer.id}, 'Spam', 'resolved', 'warn', '',
         now(), now())`,
    );
  },
};
