import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { NewPasswordFields, NO_PASSWORDS } from '../../features/accounts/components/new-password-fields.tsx';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { useApiError } from '../../lib/use-api-error.ts';
import { useFormFailure } from '../../lib/use-form-failure.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { Stack } from '../../ui/layout.tsx';
import { NarrowPage } from '../../ui/narrow-page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SkeletonField } from '../../ui/skeleton-parts.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const REDIRECT_MS = 3_000;

/** Render /reset-password/{token}: sets a new password with the emailed link, and opens the landing page 3 s later. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PASSWORDS });
  const { isValid } = form.formState;
  const { failure, show, clear } = useFormFailure(form);
  const reset = useMutation({
    mutationFn: ({ newPassword }: typeof NO_PASSWORDS) =>
      api('POST /api/users/reset-password/{token}', { params: { token }, body: { newPassword } }),
    onMutate: clear,
    onError: show,
  });
  useEffect(() => {
    if (!reset.isSuccess) return;
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [reset.isSuccess, navigate]);

  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => api('GET /api/users/reset-password/{token}', { params: { token }, signal }),
    // Check the link only once. If it expires later, the form shows the error.
    refetchOnWindowFocus: false,
    meta: { refetchOnReconnect: false },
  });
  const linkError = useApiError(link.error);
  if (reset.isSuccess) {
    return (
      <NarrowPage title={ACCOUNT_LABELS.resetTitle}>
        <FormOutcome done={reset.data.message || ACCOUNT_TEXTS.passwordReset} />
        <p>{ACCOUNT_TEXTS.redirecting}</p>
      </NarrowPage>
    );
  }
  if (link.isPending || (link.isError && !linkError)) {
    return (
      <NarrowPage title={ACCOUNT_LABELS.resetTitle}>
        <div aria-busy="true">
          <VisuallyHidden role="status">{ACCOUNT_TEXTS.checkingLink}</VisuallyHidden>
          <Stack gap={5}>
            <SkeletonField height="3rem" />
            <SkeletonField height="3rem" />
            <Skeleton height="2.75rem" />
          </Stack>
        </div>
      </NarrowPage>
    );
  }
  if (linkError?.code === 'invalidToken') {
    return (
      <NarrowPage title={ACCOUNT_LABELS.resetTitle}>
        <FormOutcome failure={errorText(linkError, ACCOUNT_TEXTS.unexpected)} />
        <ButtonLink to="/forgot-password" variant="primary" wide>
          {ACCOUNT_LABELS.newLink}
        </ButtonLink>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={ACCOUNT_LABELS.resetTitle}>
      <Stack
        as="form"
        noValidate
        gap={5}
        onSubmit={form.handleSubmit((fields) => !reset.isPending && reset.mutate(fields))}
      >
        <FormOutcome failure={failure} />
        <NewPasswordFields form={form} />
        <Button type="submit" variant="primary" wide disabled={!isValid} busy={reset.isPending}>
          {ACCOUNT_LABELS.resetButton}
        </Button>
        {failure && (
          <ButtonLink to="/forgot-password" variant="ghost" wide>
            {ACCOUNT_LABELS.newLink}
          </ButtonLink>
        )}
      </Stack>
    </NarrowPage>
  );
}
