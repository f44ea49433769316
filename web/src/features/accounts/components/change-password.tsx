import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { sessionsQuery } from '../api.ts';
import { useRecheck } from '../use-recheck.ts';
import { rules } from '../validation.ts';
import styles from './form.module.css';
import { FormOutcome } from './form-outcome.tsx';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password; the player stays signed in here and nowhere else. */
export function ChangePassword({ username }: { username: string }) {
  const form = useForm({ mode: 'onTouched', defaultValues: EMPTY });
  const { errors, isValid } = form.formState;
  const recheck = useRecheck(form, 'confirmPassword');
  const { failure, show, clear } = useFormFailure(form, ACCOUNT_TEXTS.passwordFailed);
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof EMPTY) =>
      api('PATCH /api/users/change-password', { body: { currentPassword, newPassword } }),
    onMutate: clear,
    onSuccess: () => {
      form.reset(EMPTY);
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: show,
  });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.handleSubmit((fields) => !change.isPending && change.mutate(fields))}
    >
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={ACCOUNT_LABELS.currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', { required: ACCOUNT_TEXTS.currentPasswordMissing })}
      />
      <PasswordField
        label={ACCOUNT_LABELS.newPassword}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register('newPassword', { ...rules.password, onChange: recheck })}
      />
      <PasswordField
        label={ACCOUNT_LABELS.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register(
          'confirmPassword',
          rules.confirmPassword(() => form.getValues('newPassword')),
        )}
      />
      <FormOutcome
        failure={failure}
        done={change.isSuccess && !form.formState.isDirty ? ACCOUNT_TEXTS.passwordChanged : null}
      />
      <div>
        <Button type="submit" variant="primary" disabled={!isValid} busy={change.isPending}>
          {ACCOUNT_LABELS.changePassword}
        </Button>
      </div>
    </form>
  );
}
