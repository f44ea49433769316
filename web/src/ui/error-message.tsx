import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import styles from './error-message.module.css';

type ErrorMessageProps = { text: string | null; className?: string | undefined };

/** Show an error next to the control that caused it. The error is scrolled into view if necessary. */
export function ErrorMessage({ text, className }: ErrorMessageProps) {
  const element = useRef<HTMLParagraphElement>(null);
  const lastText = useRef(text);
  useEffect(() => {
    // Do not scroll to an error that is already there when a page opens again.
    if (text && text !== lastText.current) element.current?.scrollIntoView({ block: 'nearest' });
    lastText.current = text;
  }, [text]);
  // Render the element before there is a message, because some browsers do not announce an alert that is inserted
  // together with its text.
  return (
    <p ref={element} role="alert" className={clsx(styles.error, className)}>
      {text}
    </p>
  );
}
