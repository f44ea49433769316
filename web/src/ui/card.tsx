import { clsx } from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './card.module.css';

type CardProps = Omit<ComponentPropsWithRef<'section'>, 'title'> & {
  /** The heading of the card, with a picture before its words where it has one. */
  title?: ReactNode;
  /** A link or button beside the heading. */
  action?: ReactNode;
  /** Level of the heading; 2 unless told. */
  level?: 2 | 3;
};

/** A raised surface with an optional heading. */
export function Card({ title, action, level = 2, className, children, ...rest }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section {...rest} className={clsx(styles.card, className)}>
      {(title || action) && (
        <header className={styles.header}>
          {title && <Heading className={styles.title}>{title}</Heading>}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
