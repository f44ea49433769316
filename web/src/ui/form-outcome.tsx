import styles from './form-outcome.module.css';

/**
 * Show the result of a form. Screen readers announce an error immediately, and success politely. Both elements always
 * exist, because some browsers do not announce an element that is inserted together with its text.
 */
export function FormOutcome({ failure, done }: { failure?: string | null; done?: string | null }) {
  return (
    <>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
      <p role="status" className={styles.done}>
        {done}
      </p>
    </>
  );
}
