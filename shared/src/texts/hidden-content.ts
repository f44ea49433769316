import type { ReportKind } from '../contract/reports.ts';
import { REPORT_KIND_TEXTS } from './reports.ts';

/** Texts about content hidden after reports. The browser loads these texts only when it shows hidden content. */
export const HIDDEN_CONTENT_TEXTS = {
  own: (kind: ReportKind) =>
    `Players reported this ${REPORT_KIND_TEXTS[kind]}. Only you and staff can see it until it has been reviewed.`,
  toStaff: 'Hidden after reports. Only its author and staff can see it until it has been reviewed.',
  queue: 'Report queue',
} as const;
