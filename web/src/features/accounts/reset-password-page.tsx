import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api.ts';
import { useFormFailure } from '../../lib/use-form-failure.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import styles from './components/form.module.css';
import { FormOutcome } from './components/form-outcome.tsx';
import { NarrowPage } from './components/narrow-page.tsx';
import { useRecheck } from './use-recheck.ts';
import { rules } from './validation.ts';

const REDIRECT_MS = 3_000;
const EMPTY = { newPassword: '', confirmPassword: '' };

/** /reset-password/{token}: a new password by the mailed link; then, after 3 s, the landing page. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/reset-password/$token' });
  const navigate = useNavigate();
  const form = useForm({ mode: 'onTouched', defaultValues: EMPTY });
  const { errors, isValid } = form.formState;
  const recheck = useRecheck(form, 'confirmPassword');
  const { failure, show, clear } = useFormFailure(form);
  const reset = useMutation({
    mutationFn: ({ newPassword }: typeof EMPTY) =>
      api('POST /api/users/reset-password/{token}', { params: { token }, body: { newPassword } }),
    onMutate: clear,
    onError: show,
  });
  useEffect(() => {
    if (!reset.isSuccess) return;
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [reset.isSuccess, navigate]);

  if (reset.isSuccess) {
    return (
      <NarrowPage title={ACCOUNT_LABELS.resetTitle}>
        <FormOutcome done={reset.data.message || ACCOUNT_TEXTS.passwordReset} />
        <p>{ACCOUNT_TEXTS.redirecting}</p>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={ACCOUNT_LABELS.resetTitle}>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.handleSubmit((fields) => !reset.isPending && reset.mutate(fields))}
      >
        <FormOutcome failure={failure} />
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
        <Button type="submit" variant="primary" wide disabled={!isValid} busy={reset.isPending}>
          {ACCOUNT_LABELS.resetButton}
        </Button>
        {failure && (
          <ButtonLink to="/forgot-password" variant="ghost" wide>
            {ACCOUNT_LABELS.forgotTitle}
          </ButtonLink>
        )}
      </form>
    </NarrowPage>
  );
}
