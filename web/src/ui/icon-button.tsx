import { clsx } from 'clsx';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import styles from './icon-button.module.css';

/** Show a square button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  variant = 'ghost',
  ...rest
}: ButtonProps & { label: string }) {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      title={label}
      className={clsx(styles.square, className)}
    />
  );
}
