import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useFormFailure } from '../../lib/use-form-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { Stack } from '../../ui/layout.tsx';
import { useUser } from './api.ts';

type PasswordDialogProps<R> = {
  open: boolean;
  onClose: () => void;
  texts: {
    title: string;
    description: string;
    password: string;
    passwordMissing: string;
    cancel: string;
    confirm: string;
    /** Error text if the server sends none. */
    failed: string;
  };
  /** True if the action cannot be undone. */
  danger?: boolean;
  mutationKey?: readonly string[];
  send: (body: { password: string }) => Promise<R>;
  onDone: (result: R) => void | Promise<void>;
};

/**
 * Ask for the password before an action. The dialog stays open while the action runs, and shows why the action failed.
 */
export function PasswordDialog<R>(props: PasswordDialogProps<R>) {
  const { open, texts, danger = false, mutationKey, send, onDone } = props;
  const { username } = useUser();
  const form = useForm({ defaultValues: { password: '' } });
  const { failure, show, clear } = useFormFailure(form, texts.failed);
  const action = useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: send,
    onMutate: clear,
    onSuccess: async (result) => {
      await onDone(result);
      form.reset();
    },
    onError: show,
  });
  const close = () => {
    if (action.isPending) return;
    form.reset();
    clear();
    props.onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={texts.title} description={texts.description} strict={danger}>
      <Stack
        as="form"
        noValidate
        gap={4}
        onSubmit={form.handleSubmit((fields) => !action.isPending && action.mutate(fields))}
      >
        <FormOutcome failure={failure} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password', { required: texts.passwordMissing })}
        />
        <DialogAnswers>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={action.isPending}>
            {texts.confirm}
          </Button>
        </DialogAnswers>
      </Stack>
    </Dialog>
  );
}
