import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';

export type FieldProps = Omit<ComponentPropsWithRef<'input'>, 'id'> & {
  label: string;
  /** A line of help under the field. */
  hint?: ReactNode;
  /** Validation error; announced when it appears. */
  error?: string | undefined;
  /** An element inside the field, at its end, such as a button. */
  end?: ReactNode;
};

/** Show a labeled input with its hint and error, linked for assistive technology. */
export function Field({ label, hint, error, end, className, ...input }: FieldProps) {
  const id = useId();
  const described = clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined;
  return (
    <div className={clsx(styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          className={clsx(styles.input, end && styles.withEnd)}
        />
        {end && <div className={styles.end}>{end}</div>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** Show a password field whose content can be revealed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  const Glyph = shown ? EyeOff : Eye;
  return (
    <Field
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? UI_TEXTS.hidePassword : UI_TEXTS.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Glyph size={20} aria-hidden="true" />
        </button>
      }
    />
  );
}
