import styles from './numbered-list.module.css';

/** Sentences that come one after the other, each with its number. */
export function NumberedList({ of }: { of: readonly string[] }) {
  return (
    <ol className={styles.list}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  );
}
