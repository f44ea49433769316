import { OUTCOME_TEXTS, QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useDeed } from '../../entities/staff/use-deed.ts';
import { statusOf } from '../../lib/errors.ts';
import { type Act, actOn, REPORTS_KEY, reportQuery } from './api.ts';

const SAID = {
  take: QUEUE_TEXTS.taken,
  release: QUEUE_TEXTS.givenBack,
  note: QUEUE_TEXTS.noted,
} as const;

/**
 * Acts on a report. Where somebody else was first, that is said, and what they did is asked for; so it is after each
 * act for the queue. `onDone` gets what was done, before its answer is shown.
 */
export function useAct(id: number, onDone?: (what: Act) => void) {
  const client = useQueryClient();
  const renewAll = () => void client.invalidateQueries({ queryKey: REPORTS_KEY });
  return useDeed({
    call: (act: Act) => actOn(id, act),
    done: ({ report }, { act }) =>
      act === 'resolve' ? QUEUE_TEXTS.resolved(OUTCOME_TEXTS[report.outcome ?? 'dismiss'].done) : SAID[act],
    failed: QUEUE_TEXTS.failedAct,
    onDone: (file, what) => {
      onDone?.(what);
      client.setQueryData(reportQuery(id).queryKey, file);
      renewAll();
    },
    onFailed: (thrown) => {
      if (statusOf(thrown) === 409) renewAll();
    },
  });
}
