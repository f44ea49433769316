import { clsx } from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { type BoxProps, box } from './box.ts';
import styles from './facts.module.css';

type FactsProps = BoxProps &
  Omit<ComponentPropsWithRef<'dl'>, keyof BoxProps> & {
    /** The window sizes at which values are below their names. */
    stackOn?: 'all' | 'phone';
  };

/** List names with their values. The children are `Fact`s. */
export function Facts({ stackOn, className, ...props }: FactsProps) {
  const stacked = stackOn && (stackOn === 'all' ? styles.stacked : styles.stackedOnPhone);
  const [, rest] = box({ rowGap: 1, ...props, className: clsx(styles.facts, stacked, className) });
  return <dl {...rest} />;
}

/** Show a name with its value, inside `Facts`. */
export function Fact({ name, children, ...rest }: { name: ReactNode } & ComponentPropsWithRef<'dd'>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...rest}>{children}</dd>
    </div>
  );
}
