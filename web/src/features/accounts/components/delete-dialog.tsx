import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { LEAVING_KEY, useUser } from '../../../entities/session/api.ts';
import { api } from '../../../lib/api.ts';
import { useFormFailure } from '../../../lib/use-form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLeaveToLanding } from '../use-sign-out.ts';

type DeleteDialogProps = { open: boolean; onClose: () => void };

/** Ask for the password, delete the account and log out. Load it with `lazyComponent()`. */
export function DeleteDialog({ open, onClose }: DeleteDialogProps) {
  const { id, username } = useUser();
  const leaveToLanding = useLeaveToLanding();
  const form = useForm({ defaultValues: { password: '' } });
  const { failure, show, clear } = useFormFailure(form, TEXTS.failed);
  const deletion = useMutation({
    mutationKey: LEAVING_KEY,
    mutationFn: (body: { password: string }) => api('DELETE /api/users/me', { body }),
    onMutate: clear,
    onSuccess: async ({ message }) => {
      await leaveToLanding(id);
      toast.success(message);
    },
    onError: show,
  });
  const close = () => {
    if (deletion.isPending) return;
    form.reset();
    clear();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={TEXTS.dialogTitle} description={TEXTS.dialogText} strict>
      <Stack
        as="form"
        noValidate
        gap={4}
        onSubmit={form.handleSubmit((fields) => !deletion.isPending && deletion.mutate(fields))}
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
          <Button type="submit" variant="danger" busy={deletion.isPending}>
            {TEXTS.confirm}
          </Button>
        </DialogAnswers>
      </Stack>
    </Dialog>
  );
}
