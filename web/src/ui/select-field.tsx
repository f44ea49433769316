import { type ComponentPropsWithRef, useId } from 'react';
import field from './field.module.css';

type SelectFieldProps = Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> & {
  label: string;
  /** Values and labels in order. */
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
};

/** Show a labeled select field. */
export function SelectField({
  label,
  options,
  error,
  'aria-describedby': describedBy,
  ...select
}: SelectFieldProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        className={field.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : describedBy}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <p id={`${id}-error`} className={field.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
