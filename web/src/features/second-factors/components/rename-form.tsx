import type { Passkey } from '@rivalhold/shared/contract/second-factors.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { SECOND_FACTOR_TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogAnswers } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Stack } from '../../../ui/layout.tsx';

type RenameFormProps = { passkey: Passkey; onCancel: () => void; onDone: () => void };

/** Ask for a new name for a passkey. */
export function RenameForm({ passkey: { id, name }, onCancel, onDone }: RenameFormProps) {
  const form = useForm({ defaultValues: { name } });
  const { failure, show, clear } = useFormFailure(form, TEXTS.failed);
  const renaming = useMutation({
    mutationFn: (body: { name: string }) =>
      api('PATCH /api/second-factors/passkeys/{id}', { params: { id }, body }),
    onMutate: clear,
    onSuccess: onDone,
    onError: show,
  });
  return (
    <Stack
      as="form"
      noValidate
      gap={4}
      onSubmit={form.handleSubmit((fields) => !renaming.isPending && renaming.mutate(fields))}
    >
      <FormOutcome failure={failure} />
      <Field
        label={TEXTS.name}
        maxLength={FACTOR_LIMITS.passkeyName}
        error={form.formState.errors.name?.message}
        {...form.register('name', { required: SECOND_FACTOR_TEXTS.passkeyName })}
      />
      <DialogAnswers>
        <Button onClick={onCancel}>{TEXTS.cancel}</Button>
        <Button type="submit" variant="primary" busy={renaming.isPending}>
          {TEXTS.save}
        </Button>
      </DialogAnswers>
    </Stack>
  );
}
