import { createLink } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import styles from './button.module.css';

type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** Takes the whole width of its container. */
  wide?: boolean;
};

const buttonClass = ({ variant = 'secondary', size = 'medium', wide }: ButtonStyle, className?: string) =>
  clsx(styles.button, styles[variant], size !== 'medium' && styles[size], wide && styles.wide, className);

export type ButtonProps = ButtonStyle &
  ComponentPropsWithRef<'button'> & {
    /** Something is under way: the button keeps its size and focus, shows it, and ignores clicks. */
    busy?: boolean;
  };

/** A browser presses a button again and again while Enter is held: each time a deed, of coins too. */
export const ignoreKeyRepeat = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

/** What one presses to do something; to go somewhere use `ButtonLink`. */
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

/** A plain link (mail, other sites) that looks like a button. */
export function ButtonAnchor({ variant, size, wide, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, wide }, className)}>
      <span className={styles.label}>{children}</span>
    </a>
  );
}

/** A link of this site that looks like a button: `<ButtonLink to="/profiles/$userId" params={…}>`. */
export const ButtonLink = createLink(ButtonAnchor);
