import { NumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import styles from './stepper.module.css';

type StepperProps = {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Names of the number and of the two buttons beside it. */
  label: string;
  less: string;
  more: string;
};

/**
 * A small whole number, changed by its buttons, the arrow keys or typing. A number beyond the bounds becomes the bound,
 * and an empty field the least number.
 */
export function Stepper({ value, min, max, onChange, label, less, more }: StepperProps) {
  const change = (next: number | null) => onChange(Math.min(max, Math.max(min, Math.floor(next ?? min))));
  return (
    <NumberField.Root value={value} min={min} max={max} onValueChange={change}>
      <NumberField.Group className={styles.stepper} aria-label={label}>
        <NumberField.Decrement className={styles.button} aria-label={less}>
          <Minus size={16} aria-hidden="true" />
        </NumberField.Decrement>
        <NumberField.Input className={styles.number} aria-label={label} />
        <NumberField.Increment className={styles.button} aria-label={more}>
          <Plus size={16} aria-hidden="true" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  );
}
