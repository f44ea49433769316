import styles from './logo.module.css';

/** Show the logo: a fortress with a burning forge in its gate. */
export function Logo() {
  return (
    <svg width={32} height={32} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        className={styles.wall}
        d="M4 28V9h4v3.500h4V9h3v3.500h2V9h3v3.500h4V9h4v19h-8v-7a4 4 0 0 0-8 0v7z"
      />
      <path
        className={styles.flame}
        d="M16 28c-2.600 0-4-1.600-4-3.700 0-2.500 2.300-3.500 2.700-6.300 2.300 1.100 2.800 2.800 2.600 4.100.7-.2 1.100-.8 1.300-1.500.9 1 1.400 2.300 1.400 3.700C20 26.400 18.600 28 16 28z"
      />
    </svg>
  );
}
