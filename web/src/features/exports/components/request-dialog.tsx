import type { DataExport } from '@rivalhold/shared/contract/exports.ts';
import { EXPORT_TEXTS as TEXTS } from '@rivalhold/shared/texts/exports.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useUser } from '../../../entities/session/api.ts';
import { api } from '../../../lib/api.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Stack } from '../../../ui/layout.tsx';

type RequestDialogProps = { open: boolean; onClose: () => void; onRequested: (request: DataExport) => void };

/** Ask for the password and request a data export. Load it with `lazyComponent()`. */
export function RequestDialog({ open, onClose, onRequested }: RequestDialogProps) {
  const { username } = useUser();
  const form = useForm({ defaultValues: { password: '' } });
  const { failure, show, clear } = useFormFailure(form, TEXTS.askFailed);
  const close = () => {
    form.reset();
    clear();
    onClose();
  };
  const requesting = useMutation({
    mutationFn: (body: { password: string }) => api('POST /api/users/me/export', { body }),
    onMutate: clear,
    onSuccess: (request) => {
      close();
      onRequested(request);
    },
    onError: show,
  });
  return (
    <Dialog open={open} onClose={close} title={TEXTS.dialogTitle} description={TEXTS.dialogText}>
      <Stack
        as="form"
        noValidate
        gap={4}
        onSubmit={form.handleSubmit((fields) => !requesting.isPending && requesting.mutate(fields))}
      >
        <FormOutcome failure={failure} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={TEXTS.password}
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password', { required: TEXTS.passwordMissing })}
        />
        <DialogAnswers>
          <Button onClick={close}>{TEXTS.cancel}</Button>
          <Button type="submit" variant="primary" busy={requesting.isPending}>
            {TEXTS.ask}
          </Button>
        </DialogAnswers>
      </Stack>
    </Dialog>
  );
}
