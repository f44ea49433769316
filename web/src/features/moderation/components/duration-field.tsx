import type { MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import { MUTE_DURATION_TEXTS, MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { SelectField } from '../../../ui/select-field.tsx';

const OPTIONS = Object.entries(MUTE_DURATION_TEXTS).map(([value, label]) => ({ value, label }));

type DurationFieldProps = { value: MuteDuration; onChange: (value: MuteDuration) => void };

/** Render the field for the duration of a mute. */
export function DurationField({ value, onChange }: DurationFieldProps) {
  return (
    <SelectField
      label={MUTES_TEXTS.duration}
      options={OPTIONS}
      value={value}
      onChange={(event) => onChange(event.target.value as MuteDuration)}
    />
  );
}
