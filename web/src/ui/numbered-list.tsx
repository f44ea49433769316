import styles from './numbered-list.module.css';

/** Sentences that come one after the other, each with its number. */
export function NumberedList({ sentences }: { sentences: readonly string[] }) {
  return (
    <ol className={styles.list}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  );
}
