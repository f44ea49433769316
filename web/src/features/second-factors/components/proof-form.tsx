import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useUser } from '../../../entities/session/api.ts';
import { signChallenge } from '../../../entities/session/passkeys.ts';
import { api } from '../../../lib/api.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogAnswers } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Stack } from '../../../ui/layout.tsx';
import type { FactorDialog, ProvenChange } from '../dialogs.ts';

type ProofFormProps = {
  change: ProvenChange;
  /** True if the player has a passkey that this browser can use. */
  hasPasskey: boolean;
  onCancel: () => void;
  onDone: (next: FactorDialog | null) => void;
};

/** Ask for the password or a passkey before a change, and make the change. The form shows why the change failed. */
export function ProofForm({ change, hasPasskey, onCancel, onDone }: ProofFormProps) {
  const { username } = useUser();
  const form = useForm({ defaultValues: { currentPassword: '' } });
  const { failure, show, clear } = useFormFailure(form, TEXTS.failed);
  const action = useMutation({
    mutationFn: async (currentPassword: string | null) =>
      change.send(
        currentPassword === null
          ? { passkey: await signChallenge(await api('GET /api/second-factors/challenge')) }
          : { currentPassword },
      ),
    onMutate: () => {
      clear();
      form.clearErrors();
    },
    onSuccess: onDone,
    onError: show,
  });
  return (
    <Stack
      as="form"
      noValidate
      gap={4}
      onSubmit={form.handleSubmit(
        ({ currentPassword }) => !action.isPending && action.mutate(currentPassword),
      )}
    >
      <FormOutcome failure={failure} />
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={TEXTS.password}
        autoComplete="current-password"
        error={form.formState.errors.currentPassword?.message}
        {...form.register('currentPassword', { required: TEXTS.passwordMissing })}
      />
      {hasPasskey && (
        <div>
          <Button disabled={action.isPending} onClick={() => action.mutate(null)}>
            {TEXTS.usePasskey}
          </Button>
        </div>
      )}
      <DialogAnswers>
        <Button onClick={onCancel}>{TEXTS.cancel}</Button>
        <Button type="submit" variant={change.danger ? 'danger' : 'primary'} busy={action.isPending}>
          {change.confirm}
        </Button>
      </DialogAnswers>
    </Stack>
  );
}
