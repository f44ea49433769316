import type { PushKind, PushSettings } from '@rivalhold/shared/contract/push.ts';
import { PUSH_TEXTS as TEXTS } from '@rivalhold/shared/texts/push.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useChosen } from '../../../lib/use-chosen.ts';
import { Field } from '../../../ui/field.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { sayFault } from '../../../ui/toast.ts';
import { setPush } from '../api.ts';
import styles from './push.module.css';

const KINDS: readonly PushKind[] = ['message', 'fight', 'friendRequest'];
const NIGHT = { from: '22:00', to: '08:00' };
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type CheckProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}

/** Of what one is told, and when not. What is chosen holds at once. */
export function PushChoices({ settings }: { settings: PushSettings }) {
  const saving = useMutation({
    mutationFn: (body: PushSettings) => api('PUT /api/push/settings', { body }),
    // One after the other, so that the last choice holds.
    scope: { id: 'push-settings' },
    onSuccess: setPush,
    onError: sayFault(TEXTS.saveFailed),
  });
  const [shown, chooseAll] = useChosen(settings, saving.mutate);
  const { quiet } = shown;
  const choose = (change: Partial<PushSettings>) => chooseAll({ ...shown, ...change });
  return (
    <>
      <fieldset className={styles.choices}>
        <legend className={styles.heading}>{TEXTS.kinds}</legend>
        {KINDS.map((kind) => (
          <Check key={kind} checked={shown[kind]} onChange={(on) => choose({ [kind]: on })}>
            {TEXTS[kind]}
          </Check>
        ))}
      </fieldset>
      <div>
        <Check
          checked={quiet !== null}
          onChange={(on) => choose({ quiet: on ? { ...NIGHT, timeZone: ownZone() } : null })}
        >
          {TEXTS.quiet}
        </Check>
        {quiet && (
          <>
            <div className={styles.times}>
              {(['from', 'to'] as const).map((end) => (
                <TimeField
                  key={`${end} ${quiet[end]}`}
                  label={TEXTS[end]}
                  time={quiet[end]}
                  onChoose={(time) => choose({ quiet: { ...quiet, timeZone: ownZone(), [end]: time } })}
                />
              ))}
            </div>
            <p className={rhythm.note}>{TEXTS.quietText(quiet.timeZone)}</p>
          </>
        )}
      </div>
    </>
  );
}

type TimeFieldProps = { label: string; time: string; onChoose: (time: string) => void };

/** A time is chosen once one leaves it: while it is typed it is many others. */
function TimeField({ label, time, onChoose }: TimeFieldProps) {
  const [typed, setTyped] = useState(time);
  return (
    <Field
      label={label}
      type="time"
      required
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => (typed === '' ? setTyped(time) : typed !== time && onChoose(typed))}
    />
  );
}
