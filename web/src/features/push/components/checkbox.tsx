import type { ReactNode } from 'react';
import styles from './push.module.css';

type CheckboxProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

/** Show a checkbox with its label. */
export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
