import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ErrorBody } from '@rivalhold/shared/contract/errors.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { PASSKEY_TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { setSession, useSessionEnded } from '../../../entities/session/api.ts';
import { passkeyProblem } from '../../../entities/session/passkeys.ts';
import { api } from '../../../lib/api.ts';
import { readError } from '../../../lib/errors.ts';
import { HIDDEN_TOKEN } from '../../../lib/link-token.ts';
import { readReturnPath } from '../../../lib/return-path.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { showAccountDialog } from '../dialogs.ts';
import { usePasskeys } from '../use-passkeys.ts';
import { CookieSettings } from './cookie-settings.tsx';
import styles from './form.module.css';
import { TrustBadges } from './trust-badges.tsx';

type Fields = { credential: string; password: string; remember: boolean; code: string };

/** Return the appeal token from the server's error response to a suspended player, or null for any other error. */
async function readAppealToken(thrown: unknown): Promise<string | null> {
  if (!(thrown instanceof Response)) return null;
  const body: Partial<ErrorBody> | null = await thrown
    .clone()
    .json()
    .catch(() => null);
  return body?.appealToken ?? null;
}

/** Let a player sign in with a username or email. After the sign-in, `useSessionSync` opens the requested page. */
export function SignInForm() {
  const form = useForm<Fields>({ defaultValues: { credential: '', password: '', remember: true, code: '' } });
  const { failure, show, clear } = useFormFailure(form);
  const [returnPath] = useState(readReturnPath);
  const hasEnded = useSessionEnded();
  const [appealToken, setAppealToken] = useState<string | null>(null);
  /** The server's hint about the code of the second factor; null until the server asks for the code. */
  const [secondStep, setSecondStep] = useState<string | null>(null);
  const reset = () => {
    clear();
    setAppealToken(null);
  };
  const fail = async (thrown: unknown) => {
    setAppealToken(await readAppealToken(thrown));
    await show(thrown);
  };
  const finish = ({ user }: { user: SessionUser }) => {
    showAccountDialog(null);
    setSession(user);
  };
  const signIn = useMutation({
    mutationFn: ({ code, ...body }: Fields) =>
      api('POST /api/session', { body: { ...body, ...(secondStep !== null && { code }) } }),
    onMutate: reset,
    onSuccess: finish,
    onError: async (thrown) => {
      const { code, message } = await readError(thrown);
      if (code !== 'secondFactor' || secondStep !== null) return fail(thrown);
      setSecondStep(message);
    },
  });
  const { ask, isAsking } = usePasskeys({
    onSigned: async (passkey) => {
      reset();
      const body = { passkey, remember: form.getValues('remember') };
      finish(await api('POST /api/session/passkey', { body }));
    },
    onFailed: fail,
  });
  const canUsePasskeys = passkeyProblem() === null;
  // The field for the code appears only after the server has asked for a second factor, so focus it then.
  useEffect(() => {
    if (secondStep !== null) form.setFocus('code');
  }, [secondStep, form]);
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
          params={{ token: HIDDEN_TOKEN }}
          state={{ linkToken: appealToken }}
          wide
          onClick={() => showAccountDialog(null)}
        >
          {ACCOUNT_LABELS.appeal}
        </ButtonLink>
      )}
      <Field
        label={ACCOUNT_LABELS.credential}
        autoComplete="username webauthn"
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
      {secondStep !== null && (
        <Field
          label={PASSKEY_TEXTS.code}
          hint={secondStep}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          error={form.formState.errors.code?.message}
          {...form.register('code', { required: PASSKEY_TEXTS.codeMissing })}
        />
      )}
      <Row gap={4} justify="between" wrap rowGap={0}>
        <Choice {...form.register('remember')}>
          <Text as="span" size={1}>
            {ACCOUNT_LABELS.remember}
          </Text>
        </Choice>
        <button type="button" className={styles.link} onClick={() => showAccountDialog('forgot')}>
          {ACCOUNT_LABELS.forgot}
        </button>
      </Row>
      <Button type="submit" variant="primary" wide disabled={!ready} busy={signIn.isPending}>
        {ACCOUNT_LABELS.signIn}
      </Button>
      {canUsePasskeys && (
        <Button wide disabled={signIn.isPending} busy={isAsking} onClick={ask}>
          {PASSKEY_TEXTS.signIn}
        </Button>
      )}
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

/** Render a button that opens the cookie list over the form. The form keeps its typed values. */
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
