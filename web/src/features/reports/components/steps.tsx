import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './reports.module.css';

/** The way through the queue from an open report, also for who has no keys. */
export type Way = {
  /** Where it stands in what is loaded of the queue, from 1; null where it has left it. */
  place: number | null;
  /** How many there are, e.g. '20+'. */
  count: string;
  previous: (() => void) | null;
  next: (() => void) | null;
};

type StepsProps = { way: Way; next: RefObject<HTMLButtonElement | null>; onBack: () => void };

/** Back to the list, and on to the report before or after. */
export function Steps({ way, next, onBack }: StepsProps) {
  return (
    <nav aria-label={QUEUE_TEXTS.way} className={styles.steps}>
      <Button
        size="small"
        variant="ghost"
        aria-label={QUEUE_TEXTS.back}
        className={styles.back}
        onClick={onBack}
      >
        <ChevronLeft size={18} aria-hidden="true" />
        {QUEUE_TEXTS.backShort}
      </Button>
      <span className={styles.place}>{way.place !== null && QUEUE_TEXTS.place(way.place, way.count)}</span>
      <Button
        size="small"
        aria-label={QUEUE_TEXTS.previous}
        aria-disabled={way.previous === null || undefined}
        onClick={() => way.previous?.()}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </Button>
      <Button
        ref={next}
        size="small"
        aria-disabled={way.next === null || undefined}
        onClick={() => way.next?.()}
      >
        {QUEUE_TEXTS.next}
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  );
}
