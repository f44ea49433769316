import { REPORT_OUTCOME_TEXTS, REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useStaffAction } from '../../entities/staff/use-staff-action.ts';
import { statusOf } from '../../lib/errors.ts';
import { REPORTS_KEY, type ReportAction, reportQuery, updateReport } from './api.ts';

const SUCCESS_TEXTS = {
  claim: REPORT_QUEUE_TEXTS.assigned,
  release: REPORT_QUEUE_TEXTS.givenBack,
  note: REPORT_QUEUE_TEXTS.noted,
} as const;

/**
 * Return an action on a report. After a success, or a conflict with another moderator, it reloads the report and the
 * queue. After a success, it first calls `onDone` with the action, before the changed report is shown.
 */
export function useReportAction(id: number, onDone?: (action: ReportAction) => void) {
  const client = useQueryClient();
  const invalidateAll = () => void client.invalidateQueries({ queryKey: REPORTS_KEY });
  return useStaffAction({
    call: (action: ReportAction) => updateReport(id, action),
    successText: ({ report }, { action }) =>
      action === 'resolve'
        ? REPORT_QUEUE_TEXTS.resolved(REPORT_OUTCOME_TEXTS[report.outcome ?? 'dismiss'].done)
        : SUCCESS_TEXTS[action],
    errorText: REPORT_QUEUE_TEXTS.actionFailed,
    onDone: (file, action) => {
      onDone?.(action);
      client.setQueryData(reportQuery(id).queryKey, file);
      invalidateAll();
    },
    onFailed: (thrown) => {
      if (statusOf(thrown) === 409) invalidateAll();
    },
  });
}
