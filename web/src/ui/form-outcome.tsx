import styles from './form-outcome.module.css';

/** Show the result of a form. Screen readers announce an error immediately, and success politely. */
export function FormOutcome({ failure, done }: { failure?: string | null; done?: string | null }) {
  return (
    <>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {done && (
        <p role="status" className={styles.done}>
          {done}
        </p>
      )}
    </>
  );
}
