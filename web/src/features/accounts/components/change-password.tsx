import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SETTINGS_TEXTS } from '@rivalhold/shared/texts/settings.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { sessionsQuery } from '../api.ts';
import { NewPasswordFields, NO_PASSWORDS } from './new-password-fields.tsx';

/** Show a form that changes the password and ends all other sessions. */
export function ChangePassword({ username }: { username: string }) {
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PASSWORDS });
  const { errors } = form.formState;
  const { failure, show, clear } = useFormFailure(form, SETTINGS_TEXTS.passwordFailed);
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof NO_PASSWORDS) =>
      api('PATCH /api/users/change-password', { body: { currentPassword, newPassword } }),
    onMutate: clear,
    onSuccess: () => {
      form.reset(NO_PASSWORDS);
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: show,
  });
  return (
    <Stack
      as="form"
      noValidate
      gap={5}
      onSubmit={form.handleSubmit((fields) => !change.isPending && change.mutate(fields))}
    >
      {/* Password managers store the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={ACCOUNT_LABELS.currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', { required: ACCOUNT_TEXTS.currentPasswordMissing })}
      />
      <NewPasswordFields form={form} />
      <FormOutcome
        failure={failure}
        done={change.isSuccess && !form.formState.isDirty ? SETTINGS_TEXTS.passwordChanged : null}
      />
      <div>
        <Button type="submit" variant="primary" busy={change.isPending}>
          {SETTINGS_TEXTS.changePassword}
        </Button>
      </div>
    </Stack>
  );
}
