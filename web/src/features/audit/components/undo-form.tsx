import type { Undone } from '@rivalhold/shared/contract/staff-actions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_ACTION_TEXTS as TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import staff from '../../../entities/staff/staff.module.css';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Field } from '../../../ui/field.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type UndoBatch, undoActions } from '../api.ts';

const HOUR_MS = 3_600_000;
const SINCE_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS } as const;
type Since = keyof typeof SINCE_MS;
const CHOICES = Object.entries(TEXTS.sinceChoices).map(([value, label]) => ({ value, label }));

/** Show the form that undoes everything a staff member did in the last hour, day, week or month. */
export function UndoForm({ actor }: { actor: { id: number; name: string } }) {
  const client = useQueryClient();
  const [since, setSince] = useState<Since>('day');
  const [password, setPassword] = useState('');
  const [undone, setUndone] = useState<Undone | null>(null);
  /** The next batch, if the last batch left any actions; null otherwise. */
  const [rest, setRest] = useState<UndoBatch | null>(null);
  const { run, busy, error } = useStaffAction({
    call: (batch: UndoBatch) => undoActions(actor.id, batch, password),
    successText: TEXTS.undone,
    errorText: TEXTS.undoFailed,
    onDone: (result, { since }) => {
      setUndone(result);
      setRest(result.left > 0 ? { since, left: result.left } : null);
      if (result.left === 0) setPassword('');
      void client.invalidateQueries();
    },
  });
  const send = async () => {
    setUndone(null);
    const question = { title: TEXTS.undoBy(actor.name), text: TEXTS.undoText, confirm: TEXTS.undoSend };
    if (await confirm({ ...question, danger: true }))
      run(rest ?? { since: new Date(serverNow() - SINCE_MS[since]), left: null });
  };
  return (
    <Card title={TEXTS.undoBy(actor.name)} className={staff.roomy}>
      <p className={staff.text}>{TEXTS.undoText}</p>
      <StaffForm onSend={() => void send()}>
        <Grid columns="11rem" fit gap={3} rowGap={4} align="start">
          <SelectField
            label={TEXTS.since}
            options={CHOICES}
            value={since}
            onChange={(event) => {
              setSince(event.target.value as Since);
              setRest(null);
            }}
          />
          <Field
            label={TEXTS.password}
            type="password"
            autoComplete="current-password"
            maxLength={LIMITS.password.max}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Grid>
        <ErrorMessage text={error} />
        {undone && <p>{TEXTS.undone(undone)}</p>}
        <Row wrap gap={3} rowGap={2}>
          <Button type="submit" variant="danger" busy={busy}>
            {TEXTS.undoSend}
          </Button>
        </Row>
      </StaffForm>
    </Card>
  );
}
