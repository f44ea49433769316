import { clsx } from 'clsx';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import styles from './icon-button.module.css';

/** A square button that shows only a picture; `label` is its name for everyone who does not see it. */
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
