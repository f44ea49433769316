import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './reports.module.css';

/** Position of the open report in the queue, and functions that open the reports before and after it. */
export type QueuePosition = {
  /** Position in the loaded part of the queue, from 1; null if the report is not there. */
  position: number | null;
  /** Size of the queue, for example '20+'. */
  count: string;
  previous: (() => void) | null;
  next: (() => void) | null;
};

type QueueNavProps = { queue: QueuePosition; next: RefObject<HTMLButtonElement | null>; onBack: () => void };

/** Show the buttons that lead back to the list, and to the previous and next report. */
export function QueueNav({ queue, next, onBack }: QueueNavProps) {
  return (
    <nav aria-label={REPORT_QUEUE_TEXTS.navigation} className={styles.steps}>
      <Button
        size="small"
        variant="ghost"
        aria-label={REPORT_QUEUE_TEXTS.back}
        className={styles.back}
        onClick={onBack}
      >
        <ChevronLeft size={18} aria-hidden="true" />
        {REPORT_QUEUE_TEXTS.backShort}
      </Button>
      <Text as="span" size={1} tone="quiet" grow>
        {queue.position !== null && REPORT_QUEUE_TEXTS.position(queue.position, queue.count)}
      </Text>
      <Button
        size="small"
        aria-label={REPORT_QUEUE_TEXTS.previous}
        aria-disabled={queue.previous === null || undefined}
        onClick={() => queue.previous?.()}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </Button>
      <Button
        ref={next}
        size="small"
        aria-disabled={queue.next === null || undefined}
        onClick={() => queue.next?.()}
      >
        {REPORT_QUEUE_TEXTS.next}
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  );
}
