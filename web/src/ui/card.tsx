import { clsx } from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { BoxProps } from './box.ts';
import styles from './card.module.css';
import { Surface } from './layout.tsx';

type CardProps = Omit<ComponentPropsWithRef<'section'>, 'title' | keyof BoxProps> &
  BoxProps & {
    /** Heading of the card, optionally with a leading icon. */
    title?: ReactNode;
    /** A link or button next to the heading. */
    action?: ReactNode;
  };

/** Show a raised surface with an optional heading. */
export function Card({ title, action, className, children, ...rest }: CardProps) {
  return (
    <Surface as="section" radius={3} border shadow={1} {...rest} className={clsx(styles.card, className)}>
      {(title || action) && (
        <header className={styles.header}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {action}
        </header>
      )}
      {children}
    </Surface>
  );
}
