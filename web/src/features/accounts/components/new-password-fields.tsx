import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import type { UseFormReturn } from 'react-hook-form';
import { rules } from '../../../entities/session/validation.ts';
import { PasswordField } from '../../../ui/field.tsx';
import { useRecheck } from '../use-recheck.ts';

/** What a form about a new password holds; not each asks for the current one. */
export const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** A new password, and the same again. */
export function NewPasswordFields({ form }: { form: UseFormReturn<typeof NO_PASSWORDS> }) {
  const { errors } = form.formState;
  const recheck = useRecheck(form, 'confirmPassword');
  return (
    <>
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
    </>
  );
}
