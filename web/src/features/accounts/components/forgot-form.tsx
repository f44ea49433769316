import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { rules } from '../../../entities/session/validation.ts';
import { api } from '../../../lib/api.ts';
import { ownMessage } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Stack } from '../../../ui/layout.tsx';

/** Request a password reset link. The response does not reveal whether the address has an account. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const form = useForm({ mode: 'onTouched', defaultValues: { email: '' } });
  const send = useMutation({
    mutationFn: ({ email }: { email: string }) =>
      api('POST /api/users/forgot-password', { body: { email: email.trim() } }),
  });
  return (
    <Stack
      as="form"
      noValidate
      gap={5}
      onSubmit={form.handleSubmit((fields) => !send.isPending && send.mutate(fields))}
    >
      <FormOutcome
        failure={send.isError ? ownMessage(send.error) || ACCOUNT_TEXTS.resetFailed : null}
        done={send.isSuccess ? ACCOUNT_TEXTS.resetSent : null}
      />
      <Field
        label={ACCOUNT_LABELS.email}
        type="email"
        autoComplete="email"
        error={form.formState.errors.email?.message}
        {...form.register('email', rules.email)}
      />
      <Button type="submit" variant="primary" wide disabled={!form.formState.isValid} busy={send.isPending}>
        {ACCOUNT_LABELS.sendLink}
      </Button>
      <Button variant="ghost" wide onClick={onBack}>
        {ACCOUNT_LABELS.backToLogin}
      </Button>
    </Stack>
  );
}
