import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import type { UseFormReturn } from 'react-hook-form';
import { rules } from '../../../entities/session/validation.ts';
import { PasswordField } from '../../../ui/field.tsx';
import { useRevalidate } from '../use-revalidate.ts';

/** Initial values of a form for a new password. If a form does not ask for `currentPassword`, it stays empty. */
export const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Render the fields for a new password and its confirmation. */
export function NewPasswordFields({ form }: { form: UseFormReturn<typeof NO_PASSWORDS> }) {
  const { errors } = form.formState;
  const revalidate = useRevalidate(form, 'confirmPassword');
  return (
    <>
      <PasswordField
        label={ACCOUNT_LABELS.newPassword}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register('newPassword', { ...rules.password, onChange: revalidate })}
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
    </>
  );
}
