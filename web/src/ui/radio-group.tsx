import { type ComponentPropsWithRef, useId } from 'react';
import styles from './choice.module.css';
import { Choice } from './choice.tsx';
import { ErrorMessage } from './error-message.tsx';
import { Row, Stack } from './layout.tsx';
import { Text } from './text.tsx';

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
