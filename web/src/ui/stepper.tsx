import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import styles from './stepper.module.css';

type StepperProps = {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Labels of the number and of its two buttons. */
  label: string;
  less: string;
  more: string;
};

/** Show a small integer that is changed with buttons, arrow keys or typing. Values outside the bounds are clamped. */
export function Stepper({ value, min, max, onChange, label, less, more }: StepperProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const set = (next: number) => {
    setDraft(null);
    onChange(Math.min(max, Math.max(min, next)));
  };
  const button = (name: string, step: number, Glyph: typeof Plus) => {
    const isOver = value + step < min || value + step > max;
    return (
      <button
        type="button"
        className={styles.button}
        aria-label={name}
        aria-disabled={isOver || undefined}
        onClick={() => isOver || set(value + step)}
      >
        <Glyph size={16} aria-hidden="true" />
      </button>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label={label} className={styles.stepper}>
      {button(less, -1, Minus)}
      <input
        type="number"
        inputMode="numeric"
        className={styles.number}
        aria-label={label}
        min={min}
        max={max}
        step={1}
        value={draft ?? value}
        onChange={({ target }) => {
          const next = target.valueAsNumber;
          if (Number.isInteger(next) && next >= min && next <= max) set(next);
          else setDraft(target.value);
        }}
        onBlur={({ target }) => draft !== null && set(Math.floor(target.valueAsNumber) || min)}
        onFocus={({ target }) => target.select()}
      />
      {button(more, 1, Plus)}
    </div>
  );
}
