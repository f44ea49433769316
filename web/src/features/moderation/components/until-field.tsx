import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useId, useState } from 'react';
import { useUser } from '../../../entities/session/index.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Field } from '../../../ui/field.tsx';
import { Row } from '../../../ui/layout.tsx';
import { oneWeekFromNow, toLocalInput } from '../until.ts';
import styles from './mutes.module.css';

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
 * days.
 */
export function UntilField({ value, error, onChange, allowsProposal = false }: UntilFieldProps) {
  const name = useId();
  const isModerator = useUser().role === 'moderator';
  const [last, setLast] = useState(() => value ?? oneWeekFromNow());
  const set = (next: Until) => {
    if (next !== null) setLast(next);
    onChange(next);
  };
  return (
    <>
      {(!isModerator || allowsProposal) && (
        <Row as="fieldset" gap={5} align="stretch" wrap rowGap={2} className={styles.durationChoice}>
          <legend>{MUTES_TEXTS.how}</legend>
          <label>
            <input type="radio" name={name} checked={value !== null} onChange={() => set(last)} />
            {MUTES_TEXTS.untilTime}
          </label>
          <label>
            <input type="radio" name={name} checked={value === null} onChange={() => set(null)} />
            {isModerator ? MUTES_TEXTS.permanentProposed : MUTES_TEXTS.permanent}
          </label>
        </Row>
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
