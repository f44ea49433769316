import styles from './numbered-list.module.css';

/** Show consecutive sentences as a numbered list. */
export function NumberedList({ sentences }: { sentences: readonly string[] }) {
  return (
    <ol className={styles.list}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  );
}
