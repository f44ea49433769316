import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { renderSVG } from 'uqr';
import { api } from '../../../lib/api.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogAnswers } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import type { AddedFactor, AppSecret } from '../dialogs.ts';
import styles from './factors.module.css';

type AppSetupFormProps = { app: AppSecret; onCancel: () => void; onDone: (result: AddedFactor) => void };

/** Show the secret of a new authenticator app, and ask for its first code. */
export function AppSetupForm({ app, onCancel, onDone }: AppSetupFormProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { failure, show, clear } = useFormFailure(form, TEXTS.failed);
  const confirming = useMutation({
    mutationFn: (body: { code: string }) => api('PUT /api/second-factors/app', { body }),
    onMutate: clear,
    onSuccess: onDone,
    onError: show,
  });
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(app.uri, { border: 2 }))}`;
  return (
    <Stack
      as="form"
      noValidate
      gap={4}
      onSubmit={form.handleSubmit((fields) => !confirming.isPending && confirming.mutate(fields))}
    >
      <img src={picture} alt={TEXTS.qrLabel} className={styles.qr} width={200} height={200} />
      <div>
        <Text size={1} tone="quiet">
          {TEXTS.key}
        </Text>
        <Text as="code" wrap="anywhere">
          {app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Text>
      </div>
      <FormOutcome failure={failure} />
      <Field
        label={TEXTS.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        error={form.formState.errors.code?.message}
        {...form.register('code', { required: TEXTS.codeMissing })}
      />
      <DialogAnswers>
        <Button onClick={onCancel}>{TEXTS.cancel}</Button>
        <Button type="submit" variant="primary" busy={confirming.isPending}>
          {TEXTS.confirmCode}
        </Button>
      </DialogAnswers>
    </Stack>
  );
}
