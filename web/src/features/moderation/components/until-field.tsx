import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { oneWeekFromNow, toLocalInput } from '../until.ts';

/** End of a suspension: null if permanent, otherwise the value of the date and time field. */
export type Until = string | null;

type UntilFieldProps = {
  value: Until;
  error: boolean;
  onChange: (value: Until) => void;
  /** True to let moderators choose a permanent suspension, which they can only propose. */
  allowsProposal?: boolean;
};

/**
 * Render the choice between a permanent suspension and a suspension until a time. Moderators can suspend for at most 30
 * days, so they get this choice only if `allowsProposal` is true.
 */
export function UntilField({ value, error, onChange, allowsProposal = false }: UntilFieldProps) {
  const isModerator = useUser().role === 'moderator';
  const [last, setLast] = useState(() => value ?? oneWeekFromNow());
  const set = (next: Until) => {
    if (next !== null) setLast(next);
    onChange(next);
  };
  return (
    <>
      {(!isModerator || allowsProposal) && (
        <RadioGroup
          legend={MUTES_TEXTS.how}
          variant="small"
          options={[
            { value: 'until', label: MUTES_TEXTS.untilTime },
            {
              value: 'permanent',
              label: isModerator ? MUTES_TEXTS.permanentProposed : MUTES_TEXTS.permanent,
            },
          ]}
          value={value === null ? 'permanent' : 'until'}
          onChange={(choice) => set(choice === 'until' ? last : null)}
        />
      )}
      {value !== null && (
        <Field
          label={MUTES_TEXTS.until}
          type="datetime-local"
          min={toLocalInput(serverNow())}
          max={isModerator ? toLocalInput(serverNow() + LIMITS.moderatorSuspensionMs) : undefined}
          hint={isModerator ? MUTES_TEXTS.moderatorMax : undefined}
          value={value}
          error={error ? MUTES_TEXTS.untilNeeded : undefined}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </>
  );
}
