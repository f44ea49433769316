import { useEffect, useRef } from 'react';
import styles from './desk.module.css';

/** What went wrong, beside what was pressed; shown also where a low screen had ended. */
export function Fault({ text }: { text: string | null }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    text && (
      <p ref={place} role="alert" className={styles.fault}>
        {text}
      </p>
    )
  );
}
