import type { ReactNode } from 'react';
import styles from './push.module.css';

type CheckboxProps = {
  checked: boolean;
  /** Null to disable the checkbox. */
  onChange: ((checked: boolean) => void) | null;
  children: ReactNode;
};

/** Show a checkbox with its label. */
export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={!onChange}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      {children}
    </label>
  );
}
