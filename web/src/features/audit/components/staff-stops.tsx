import type { StaffStop } from '@rivalhold/shared/contract/staff-actions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_ACTION_TEXTS as TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import staff from '../../../entities/staff/staff.module.css';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Field } from '../../../ui/field.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { confirmStop, mailStopCode, stopsQuery } from '../api.ts';

/**
 * Show the staff members who reached a limit, each with a form that lets the staff member continue. Renders nothing if
 * no staff member is stopped.
 */
export function StaffStops() {
  const { data: stops = [], isError, refetch } = useQuery(stopsQuery);
  if (isError && stops.length === 0)
    return <Failure message={TEXTS.stopsFailed} retry={() => void refetch()} />;
  if (stops.length === 0) return null;
  return (
    <Card title={TEXTS.stopsTitle} className={staff.roomy}>
      <p className={staff.text}>{TEXTS.stopsText}</p>
      <Stack as="ul" aria-label={TEXTS.stopsTitle} divided>
        {stops.map((stop) => (
          <Stop key={`${stop.actorId} ${stop.budget}`} stop={stop} />
        ))}
      </Stack>
    </Card>
  );
}

function Stop({ stop }: { stop: StaffStop }) {
  const { actorName, budget, stoppedAt, confirmation } = stop;
  return (
    <Stack as="li" gap={3} paddingBlock={3}>
      <Row as="p" gap={3} align="baseline" wrap rowGap={1}>
        <Text as="strong" weight="medium">
          {TEXTS.stop(actorName, budget)}
        </Text>
        <RelativeTime time={stoppedAt} />
      </Row>
      {confirmation === 'none' ? <p className={staff.text}>{TEXTS.anotherAdmin}</p> : <Confirm stop={stop} />}
    </Stack>
  );
}

function Confirm({ stop }: { stop: StaffStop }) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsCode = stop.confirmation === 'passwordAndCode';
  const { run, busy, error } = useStaffAction({
    call: () => confirmStop(stop, { password, ...(needsCode && { code }) }),
    successText: () => TEXTS.confirmed,
    errorText: TEXTS.confirmFailed,
    onDone: () => void client.invalidateQueries({ queryKey: stopsQuery.queryKey }),
  });
  const mail = useStaffAction({
    call: () => mailStopCode(stop),
    successText: () => TEXTS.codeSent,
    errorText: TEXTS.sendCodeFailed,
  });
  return (
    <StaffForm onSend={() => run(undefined)}>
      <Grid columns="11rem" fit gap={3} rowGap={4} align="start">
        <Field
          label={TEXTS.password}
          type="password"
          autoComplete="current-password"
          maxLength={LIMITS.password.max}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {needsCode && (
          <Field
            label={TEXTS.code}
            autoComplete="one-time-code"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Grid>
      <ErrorMessage text={error ?? mail.error} />
      <Row wrap gap={3} rowGap={2}>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          aria-label={TEXTS.confirmOf(stop.actorName, stop.budget)}
        >
          {TEXTS.confirm}
        </Button>
        {needsCode && (
          <Button busy={mail.busy} onClick={() => mail.run(undefined)}>
            {TEXTS.sendCode}
          </Button>
        )}
      </Row>
    </StaffForm>
  );
}
