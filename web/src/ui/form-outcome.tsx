import styles from './form-outcome.module.css';

/** What a form's call came to: what failed is said at once, what went well when it is quiet. */
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
