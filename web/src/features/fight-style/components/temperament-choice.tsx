import type { Temperament } from '@rivalhold/shared/contract/combat.ts';
import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { useId } from 'react';
import { Choice } from '../../../ui/choice.tsx';
import { Grid, Stack } from '../../../ui/layout.tsx';
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
    <Grid as="fieldset" columns="7.5rem" gap={2} className={styles.options} aria-label={TEXTS.choose}>
      {CHOICES.map((choice) => (
        <Choice
          key={choice}
          type="radio"
          variant="tile"
          name={name}
          value={choice}
          checked={value === choice}
          onChange={() => onChange(choice)}
        >
          <Stack as="span" gap={1} grow>
            <Text as="span" weight="bold">
              {TEXTS.names[choice]}
            </Text>
            <Text as="span" size={1} tone="quiet">
              {TEXTS.texts[choice]}
            </Text>
          </Stack>
        </Choice>
      ))}
    </Grid>
  );
}
