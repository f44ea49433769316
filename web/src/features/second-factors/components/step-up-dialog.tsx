import type { SecondFactors } from '@rivalhold/shared/contract/second-factors.ts';
import { PASSKEY_TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import { FACTOR_TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { SECOND_FACTOR_TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { STEP_UP_TEXTS as TEXTS } from '@rivalhold/shared/texts/step-up.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { passkeyProblem, signChallenge } from '../../../entities/session/passkeys.ts';
import { api } from '../../../lib/api.ts';
import { readErrorText } from '../../../lib/errors.ts';
import { isTouch } from '../../../lib/touch.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { factorsQuery } from '../api.ts';

/** Ask for the second factor, or for the password if the account has no second factor. */
export function StepUpDialog({
  open,
  onAnswer,
}: {
  open: boolean;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const { data, isError, refetch } = useQuery({ ...factorsQuery, enabled: open });
  return (
    <Dialog open={open} onClose={() => onAnswer(false)} title={TEXTS.title} description={TEXTS.text} strict>
      {data ? (
        <StepUpForm factors={data} onAnswer={onAnswer} />
      ) : isError ? (
        <Failure message={FACTOR_TEXTS.loadFailed} retry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Dialog>
  );
}

type StepUpFormProps = { factors: SecondFactors; onAnswer: (isConfirmed: boolean) => void };

function StepUpForm({ factors: { passkeys, app }, onAnswer }: StepUpFormProps) {
  const hasFactor = passkeys.length > 0 || app !== null;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // The field appears after the dialog, so the dialog cannot focus it.
  useEffect(() => {
    if (!isTouch()) input.current?.focus();
  }, []);
  const proving = useMutation({
    mutationFn: async (proof: { code: string } | { currentPassword: string } | null) =>
      api('POST /api/step-up', {
        body: proof ?? { passkey: await signChallenge(await api('GET /api/second-factors/challenge')) },
      }),
    onMutate: () => setError(null),
    onSuccess: () => onAnswer(true),
    onError: async (thrown) => setError(await readErrorText(thrown, FACTOR_TEXTS.failed)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === '') setError(hasFactor ? PASSKEY_TEXTS.codeMissing : SECOND_FACTOR_TEXTS.passwordMissing);
    else if (!proving.isPending) proving.mutate(hasFactor ? { code: typed } : { currentPassword: typed });
  };
  const field = {
    ref: input,
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    error: error ?? undefined,
  };
  return (
    <Stack as="form" noValidate gap={4} onSubmit={submit}>
      {hasFactor ? (
        <Field
          label={PASSKEY_TEXTS.code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...field}
        />
      ) : (
        <PasswordField label={FACTOR_TEXTS.password} autoComplete="current-password" {...field} />
      )}
      {passkeys.length > 0 && passkeyProblem() === null && (
        <div>
          <Button disabled={proving.isPending} onClick={() => proving.mutate(null)}>
            {FACTOR_TEXTS.usePasskey}
          </Button>
        </div>
      )}
      <DialogAnswers>
        <Button onClick={() => onAnswer(false)}>{FACTOR_TEXTS.cancel}</Button>
        <Button type="submit" variant="primary" busy={proving.isPending}>
          {FACTOR_TEXTS.continue}
        </Button>
      </DialogAnswers>
    </Stack>
  );
}
