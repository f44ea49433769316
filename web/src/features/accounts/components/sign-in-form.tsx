import type { ErrorBody } from '@rivalhold/shared/contract/errors.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setSession, useSessionEnded } from '../../../entities/session/api.ts';
import { api } from '../../../lib/api.ts';
import { readReturnPath } from '../../../lib/return-path.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { showAccountDialog } from '../dialogs.ts';
import { CookieSettings } from './cookie-settings.tsx';
import styles from './form.module.css';
import { TrustBadges } from './trust-badges.tsx';

type Fields = { credential: string; password: string; remember: boolean };

/** Return the token with which a suspended player can appeal, or null for any other failure. */
async function readAppealToken(thrown: unknown): Promise<string | null> {
  if (!(thrown instanceof Response)) return null;
  const body: Partial<ErrorBody> | null = await thrown
    .clone()
    .json()
    .catch(() => null);
  return body?.appealToken ?? null;
}

/** Show the sign-in form for a username or email. The router reacts to the new session. */
export function SignInForm() {
  const form = useForm<Fields>({ defaultValues: { credential: '', password: '', remember: true } });
  const { failure, show, clear } = useFormFailure(form);
  const [returnPath] = useState(readReturnPath);
  const hasEnded = useSessionEnded();
  const [appealToken, setAppealToken] = useState<string | null>(null);
  const signIn = useMutation({
    mutationFn: (body: Fields) => api('POST /api/session', { body }),
    onMutate: () => {
      clear();
      setAppealToken(null);
    },
    onSuccess: ({ user }) => {
      showAccountDialog(null);
      setSession(user);
    },
    onError: async (thrown) => {
      setAppealToken(await readAppealToken(thrown));
      await show(thrown);
    },
  });
  const { credential, password } = form.watch();
  const ready =
    credential.length >= LIMITS.signIn.credentialMin && password.length >= LIMITS.signIn.passwordMin;

  return (
    <Stack
      as="form"
      noValidate
      gap={5}
      onSubmit={form.handleSubmit((fields) => ready && !signIn.isPending && signIn.mutate(fields))}
    >
      {hasEnded ? (
        <Text role="status" leading="snug" textAlign="center">
          {ACCOUNT_TEXTS.sessionEnded}
        </Text>
      ) : (
        returnPath && (
          <Text size={1} tone="quiet" leading="snug" textAlign="center">
            {ACCOUNT_TEXTS.logInToContinue}
          </Text>
        )
      )}
      <FormOutcome failure={failure} />
      {appealToken && (
        <ButtonLink
          to="/appeal/$token"
          params={{ token: appealToken }}
          wide
          onClick={() => showAccountDialog(null)}
        >
          {ACCOUNT_LABELS.appeal}
        </ButtonLink>
      )}
      <Field
        label={ACCOUNT_LABELS.credential}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.formState.errors.credential?.message}
        {...form.register('credential')}
      />
      <PasswordField
        label={ACCOUNT_LABELS.password}
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <Row gap={4} justify="between" wrap rowGap={0}>
        <label className={styles.check}>
          <input type="checkbox" {...form.register('remember')} />
          {ACCOUNT_LABELS.remember}
        </label>
        <button type="button" className={styles.link} onClick={() => showAccountDialog('forgot')}>
          {ACCOUNT_LABELS.forgot}
        </button>
      </Row>
      <Button type="submit" variant="primary" wide disabled={!ready} busy={signIn.isPending}>
        {ACCOUNT_LABELS.signIn}
      </Button>
      <Text size={1} tone="quiet">
        <Row as="span" gap={2} justify="center" wrap rowGap={0}>
          {ACCOUNT_LABELS.noAccount}
          <button type="button" className={styles.link} onClick={() => showAccountDialog('sign-up')}>
            {ACCOUNT_LABELS.createCharacter}
          </button>
        </Row>
      </Text>
      <Stack gap={1} paddingTop={3} borderTop>
        <TrustBadges />
        <Row gap={5} justify="center" wrap rowGap={0}>
          <Link to="/support" className={styles.link} onClick={() => showAccountDialog(null)}>
            {ACCOUNT_LABELS.contactSupport}
          </Link>
          <CookieSettingsButton />
        </Row>
      </Stack>
    </Stack>
  );
}

/** Open the cookie list over the form, which keeps its typed values. */
function CookieSettingsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {SESSION_LABELS.cookieSettings}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={SESSION_LABELS.cookieSettings}>
        <CookieSettings />
      </Dialog>
    </>
  );
}
