import { clsx } from 'clsx';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { ErrorMessage } from './error-message.tsx';
import { Row, Stack } from './layout.tsx';
import { Text } from './text.tsx';

type ChoiceProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & {
  type?: 'checkbox' | 'radio';
  /**
   * 'small' has a lower line, 'row' and 'button' highlight the whole label when checked, and 'tile' also hides the
   * input.
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

type RadioGroupProps<Value extends string> = Omit<
  ComponentPropsWithRef<'fieldset'>,
  'onChange' | 'children'
> & {
  legend: string;
  options: readonly { value: Value; label: string }[];
  /** Null if no option is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Options of the variant 'row' are below each other. */
  variant: 'small' | 'row' | 'button';
  error?: string | null;
};

/** Let the user choose one of several options. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, options, value: chosen, onChange, variant, error, ...rest } = props;
  const name = useId();
  const content = (
    <>
      <Text as="legend" size={variant === 'row' ? 2 : 1} weight="medium">
        {legend}
      </Text>
      {error !== undefined && <ErrorMessage text={error} />}
      {options.map(({ value, label }) => (
        <Choice
          key={value}
          type="radio"
          variant={variant}
          name={name}
          value={value}
          checked={value === chosen}
          onChange={() => onChange(value)}
        >
          {label}
        </Choice>
      ))}
    </>
  );
  return variant === 'row' ? (
    <Stack as="fieldset" gap={1} {...rest} className={styles.group}>
      {content}
    </Stack>
  ) : (
    <Row
      as="fieldset"
      gap={variant === 'small' ? 5 : 2}
      rowGap={2}
      align="stretch"
      wrap
      {...rest}
      className={styles.group}
    >
      {content}
    </Row>
  );
}
