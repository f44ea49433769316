import { clsx } from 'clsx';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { Text } from './text.tsx';

type ChoiceProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & {
  type?: 'checkbox' | 'radio';
  /**
   * 'small' is less tall than 'plain'. 'row' and 'button' highlight the whole label when checked. 'tile' does so, too,
   * and hides the input.
   */
  variant?: 'plain' | 'small' | 'row' | 'button' | 'tile';
  /** An explanation below the label. */
  note?: string;
  /** The label. */
  children: ReactNode;
};

/** Show a checkbox or a radio button with its label. */
export function Choice({ type = 'checkbox', variant = 'plain', note, children, ...input }: ChoiceProps) {
  const id = useId();
  return (
    <>
      <label className={clsx(styles.choice, styles[variant])}>
        <input type={type} aria-describedby={note && id} {...input} />
        {children}
      </label>
      {note && (
        <Text id={id} size={1} tone="quiet">
          {note}
        </Text>
      )}
    </>
  );
}
