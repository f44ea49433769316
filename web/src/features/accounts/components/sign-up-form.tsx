import { FIRST_FIGHT_PATH } from '@rivalhold/shared/newcomer.ts';
import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { setSession } from '../../../entities/session/api.ts';
import { rules } from '../../../entities/session/validation.ts';
import { api } from '../../../lib/api.ts';
import { readError } from '../../../lib/errors.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { readReturnPath, saveReturnPath } from '../../../lib/return-path.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Text } from '../../../ui/text.tsx';
import { saveQuestLayout } from '../../quests/index.ts';
import { showAccountDialog } from '../dialogs.ts';
import { newPortraitSeed } from '../portrait-seed.ts';
import { saveMailSent } from '../sign-up-mail.ts';
import { useRevalidate } from '../use-revalidate.ts';
import styles from './form.module.css';
import { TrustBadges } from './trust-badges.tsx';

/** Loaded separately, because the code that draws portraits is larger than the code of all dialogs. */
const Character = lazyComponent(() => import('./character.tsx'), 'Character');

const EMPTY = { email: '', username: '', firstName: '', lastName: '', password: '', confirmPassword: '' };
type Fields = typeof EMPTY;

type OwnCharacterProps = {
  form: UseFormReturn<Fields>;
  portrait: string;
  onChoose: (portrait: string) => void;
};

/** Show the character with the typed name. */
function OwnCharacter({ form, ...props }: OwnCharacterProps) {
  const name = useWatch({ control: form.control, name: 'username' });
  const loading = (
    <Stack gap={3} aria-hidden="true">
      <Skeleton height="12rem" radius={2} className={styles.arena} />
      <Skeleton height="3.25rem" radius={2} />
    </Stack>
  );
  return (
    <Suspense fallback={loading}>
      <Character name={name} {...props} />
    </Suspense>
  );
}

/**
 * Show the sign-up form, with the character at its top. A successful sign-up also signs the player in, and opens the
 * page that the player requested before, or else the first fight.
 */
export function SignUpForm() {
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: EMPTY });
  const { register, formState, getValues } = form;
  const { errors } = formState;
  const revalidate = useRevalidate(form, 'confirmPassword');
  const { failure, show, clear } = useFormFailure(form);
  const [status, setStatus] = useState<string | null>(null);
  const [portrait, setPortrait] = useState(newPortraitSeed);
  const signUp = useMutation({
    mutationFn: async (fields: Fields) => {
      const body = {
        ...fields,
        email: fields.email.trim(),
        firstName: fields.firstName.trim(),
        lastName: fields.lastName.trim(),
        portrait,
      };
      try {
        return await api('POST /api/users', { body });
      } catch (thrown) {
        if ((await readError(thrown)).code !== 'captcha') throw thrown;
        const { CHECKING_TEXT, solveCaptcha } = await import('../captcha.ts');
        setStatus(CHECKING_TEXT);
        return await api('POST /api/users', { body: { ...body, captcha: await solveCaptcha() } });
      }
    },
    onSettled: () => setStatus(null),
    onMutate: clear,
    onSuccess: ({ user, mailSent }) => {
      showAccountDialog(null);
      saveMailSent(user.id, mailSent);
      saveQuestLayout(user.id, 'new');
      if (readReturnPath() === null) saveReturnPath(FIRST_FIGHT_PATH);
      setSession(user);
    },
    onError: show,
  });

  return (
    <Stack
      as="form"
      noValidate
      gap={5}
      onSubmit={form.handleSubmit((fields) => !signUp.isPending && signUp.mutate(fields))}
    >
      <OwnCharacter form={form} portrait={portrait} onChoose={setPortrait} />
      <FormOutcome failure={failure} done={status} />
      <Field
        label={ACCOUNT_LABELS.email}
        data-autofocus
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', rules.email)}
      />
      <Field
        label={ACCOUNT_LABELS.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username', rules.username)}
      />
      <Grid columns={2} gap={3} stackOn="phone" className={styles.pair}>
        <Field
          label={ACCOUNT_LABELS.firstName}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName', rules.name(ACCOUNT_TEXTS.firstName))}
        />
        <Field
          label={ACCOUNT_LABELS.lastName}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName', rules.name(ACCOUNT_TEXTS.lastName))}
        />
      </Grid>
      <PasswordField
        label={ACCOUNT_LABELS.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password', { ...rules.password, onChange: revalidate })}
      />
      <PasswordField
        label={ACCOUNT_LABELS.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register(
          'confirmPassword',
          rules.confirmPassword(() => getValues('password')),
        )}
      />
      <Text size={1} tone="quiet" leading="snug" textAlign="center">
        {ACCOUNT_TEXTS.consent}
      </Text>
      <Button type="submit" variant="primary" wide disabled={!formState.isValid} busy={signUp.isPending}>
        {SESSION_LABELS.signUp}
      </Button>
      <Text size={1} tone="quiet">
        <Row as="span" gap={2} justify="center" wrap rowGap={0}>
          {ACCOUNT_LABELS.haveAccount}
          <button type="button" className={styles.link} onClick={() => showAccountDialog('sign-in')}>
            {SESSION_LABELS.logIn}
          </button>
        </Row>
      </Text>
      <TrustBadges />
    </Stack>
  );
}
