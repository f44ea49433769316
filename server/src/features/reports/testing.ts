import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import type { CallOptions, TestPlayer } from '../../testing/app.ts';

export const report = (
  by: TestPlayer,
  kind: ReportKind,
  id: number,
  reason = 'Spam',
  headers: CallOptions['headers'] = {},
) => by.call('POST /api/reports', { body: { kind, id, reason }, headers });
/** Reports a thing; answers the report's id. */
export const reported = async (by: TestPlayer, kind: ReportKind, id: number): Promise<number> =>
  (await report(by, kind, id)).body.report.id;
export const fileOf = (by: TestPlayer, id: number) =>
  by.call('GET /api/mod/reports/{id}', { params: { id } });
export const deed = (by: TestPlayer, id: number, body: object) =>
  by.call('PATCH /api/mod/reports/{id}', { params: { id }, body });
export const queue = async (by: TestPlayer, query: CallOptions['query'] = {}) =>
  (await by.call('GET /api/mod/reports', { query })).body;
