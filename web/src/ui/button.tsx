import { createLink } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import styles from './button.module.css';

type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'link' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** Fill the width of the container. */
  wide?: boolean;
};

const buttonClass = ({ variant = 'secondary', size = 'medium', wide }: ButtonStyle, className?: string) =>
  clsx(styles.button, styles[variant], size !== 'medium' && styles[size], wide && styles.wide, className);

export type ButtonProps = ButtonStyle &
  ComponentPropsWithRef<'button'> & {
    /**
     * True while an action is in progress: the button keeps its size and focus, shows a spinner, and ignores clicks.
     */
    busy?: boolean;
  };

/** Ignore repeated keydown events while Enter is held, because each of them would trigger the action again. */
export const ignoreKeyRepeat = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

/** Show a button for an action. For navigation, use `ButtonLink`. */
export function Button({ variant, size, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      onKeyDown={ignoreKeyRepeat}
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClass({ variant, size, wide }, className)}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <span className={styles.label}>{children}</span>
      {busy && (
        <span className={styles.dots} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  );
}

export type ButtonAnchorProps = ButtonStyle & ComponentPropsWithRef<'a'>;

/** Show a plain link (to an email address or another site) that looks like a button. */
export function ButtonAnchor({ variant, size, wide, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, wide }, className)}>
      <span className={styles.label}>{children}</span>
    </a>
  );
}

/** A link within this site that looks like a button: `<ButtonLink to="/profiles/$userId" params={…}>`. */
export const ButtonLink = createLink(ButtonAnchor);
