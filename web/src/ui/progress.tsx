import styles from './progress.module.css';

/** Show progress; `part` is from 0 to 1. */
export function Progress({ label, part }: { label: string; part: number }) {
  return <progress aria-label={label} value={Math.round(part * 100)} max={100} className={styles.progress} />;
}
