import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import styles from './reports.module.css';

/** Which key does what; for who has keys. */
export function KeysLine() {
  return (
    <p className={styles.keys}>
      {QUEUE_TEXTS.keysTitle}:{' '}
      {QUEUE_TEXTS.keys.map(({ key, does }) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}
