import type { PushKind, PushSettings } from '@rivalhold/shared/contract/push.ts';
import { PUSH_TEXTS as TEXTS } from '@rivalhold/shared/texts/push.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useOptimisticValue } from '../../../lib/use-optimistic-value.ts';
import { Field } from '../../../ui/field.tsx';
import { Grid, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';
import { setPush } from '../api.ts';
import styles from './push.module.css';

const KINDS: readonly PushKind[] = ['message', 'fight', 'friendRequest'];
const DEFAULT_QUIET_HOURS = { from: '22:00', to: '08:00' };
const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type CheckboxProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}

/** Let the player choose the types of push notifications and the quiet hours. A choice applies immediately. */
export function PushChoices({ settings }: { settings: PushSettings }) {
  const saving = useMutation({
    mutationFn: (body: PushSettings) => api('PUT /api/push/settings', { body }),
    // Save choices one after another, so that the last choice wins.
    scope: { id: 'push-settings' },
    onSuccess: setPush,
    onError: toastError(TEXTS.saveFailed),
  });
  const [shown, chooseAll] = useOptimisticValue(settings, saving.mutate);
  const { quiet } = shown;
  const choose = (change: Partial<PushSettings>) => chooseAll({ ...shown, ...change });
  return (
    <>
      <Stack as="fieldset">
        <Text as="legend" size={2} weight="medium" display>
          {TEXTS.kinds}
        </Text>
        {KINDS.map((kind) => (
          <Checkbox key={kind} checked={shown[kind]} onChange={(on) => choose({ [kind]: on })}>
            {TEXTS[kind]}
          </Checkbox>
        ))}
      </Stack>
      <div>
        <Checkbox
          checked={quiet !== null}
          onChange={(on) =>
            choose({ quiet: on ? { ...DEFAULT_QUIET_HOURS, timeZone: localTimeZone() } : null })
          }
        >
          {TEXTS.quiet}
        </Checkbox>
        {quiet && (
          <>
            <Grid columns={['10rem', '10rem']} gap={3}>
              {(['from', 'to'] as const).map((end) => (
                <TimeField
                  key={`${end} ${quiet[end]}`}
                  label={TEXTS[end]}
                  time={quiet[end]}
                  onChoose={(time) => choose({ quiet: { ...quiet, timeZone: localTimeZone(), [end]: time } })}
                />
              ))}
            </Grid>
            <Text size={1} tone="quiet">
              {TEXTS.quietText(quiet.timeZone)}
            </Text>
          </>
        )}
      </div>
    </>
  );
}

type TimeFieldProps = { label: string; time: string; onChoose: (time: string) => void };

/**
 * Render a time field that reports its value on blur, because a half-typed time can be another valid time.
 */
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
