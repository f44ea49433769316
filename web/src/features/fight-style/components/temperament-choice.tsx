import type { Temperament } from '@rivalhold/shared/contract/combat.ts';
import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { useId } from 'react';
import { Grid } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './temperament-choice.module.css';

/** A ready-made style, or the player's own lines. */
export type StyleChoice = Temperament | 'own';
const CHOICES = [...(Object.keys(TEMPERAMENTS) as Temperament[]), 'own'] as const;

type Props = { value: StyleChoice; onChange: (value: StyleChoice) => void };

/** Let the player choose a ready-made style or their own lines. */
export function TemperamentChoice({ value, onChange }: Props) {
  const name = useId();
  return (
    <Grid as="fieldset" columns="7.5rem" gap={2} aria-label={TEXTS.choose}>
      {CHOICES.map((choice) => (
        <label key={choice} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={value === choice}
            onChange={() => onChange(choice)}
          />
          <Text as="span" weight="bold">
            {TEXTS.names[choice]}
          </Text>
          <Text as="span" size={1} tone="quiet">
            {TEXTS.texts[choice]}
          </Text>
        </label>
      ))}
    </Grid>
  );
}
