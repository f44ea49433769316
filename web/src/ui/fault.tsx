import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import styles from './fault.module.css';

type FaultProps = { text: string | null; className?: string | undefined };

/** What went wrong, beside what was pressed; shown also where a low screen had ended. */
export function Fault({ text, className }: FaultProps) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  // It stands there before it has anything to say: not every browser speaks an alert that comes with its words.
  return (
    <p ref={place} role="alert" className={clsx(styles.fault, className)}>
      {text}
    </p>
  );
}
