import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import styles from './error-message.module.css';

type ErrorMessageProps = { text: string | null; className?: string | undefined };

/** What went wrong, beside what was pressed; shown also where a low screen had ended. */
export function ErrorMessage({ text, className }: ErrorMessageProps) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) element.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  // It stands there before it has anything to say: not every browser speaks an alert that comes with its words.
  return (
    <p ref={element} role="alert" className={clsx(styles.error, className)}>
      {text}
    </p>
  );
}
