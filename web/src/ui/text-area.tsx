import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { clsx } from 'clsx';
import { type ComponentPropsWithRef, useId } from 'react';
import styles from './text-area.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'value'> & {
  value: string;
  /** Accessible name. */
  label: string;
  /** Maximum length after trimming. A longer text can be typed, and is marked as too long. */
  limit: number;
  /** Counts the characters; by default, UTF-16 code units. */
  measure?: (text: string) => number;
  /** Number of characters at which the counter appears. By default, it is always visible. */
  countFrom?: number;
  /** Error text; announced when it appears. */
  error?: string | null;
};

/** Show a multiline text field that grows with its content and counts characters. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    limit,
    measure = (text) => text.length,
    countFrom = 0,
    error,
    className,
    value,
    ...rest
  } = props;
  const id = useId();
  const length = measure(value.trim());
  const over = length > limit;
  const counted = length >= countFrom;
  return (
    <div className={clsx(styles.field, className)}>
      <VisuallyHidden>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      <textarea
        dir="auto"
        rows={2}
        {...rest}
        id={id}
        value={value}
        className={clsx(styles.box, styles.input)}
        aria-invalid={over || Boolean(error) || undefined}
        aria-describedby={clsx(counted && `${id}-count`, error && `${id}-error`) || undefined}
      />
      <div className={styles.foot}>
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
        {counted && (
          <p id={`${id}-count`} className={clsx(styles.count, over && styles.overLimit)}>
            {formatNumber(length)}/{formatNumber(limit)}
          </p>
        )}
      </div>
    </div>
  );
}
