import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { setSession } from '../../../../entities/session/api.ts';
import { useFormFailure } from '../../../../lib/use-form-failure.ts';
import { useConfirmLeave } from '../../../../ui/use-confirm-leave.ts';
import { refreshPlayers } from '../../cached-players.ts';
import { changedSince, type EditFields, initialFields, profileChange, saveProfile } from '../../edit.ts';

/** Return the form of the player's own profile, with errors at their fields and a warning about unsaved changes. */
export function useEditForm(user: SessionUser, profile: Profile) {
  const client = useQueryClient();
  const form = useForm<EditFields>({ mode: 'onTouched', defaultValues: initialFields(user, profile) });
  const { failure, show, clear } = useFormFailure(form, EDIT_PROFILE_TEXTS.failed);
  const { isDirty, defaultValues } = form.formState;

  const { leaveTitle, leaveText, leave, stay } = EDIT_PROFILE_TEXTS;
  useConfirmLeave(isDirty, {
    title: leaveTitle,
    text: leaveText,
    confirm: leave,
    cancel: stay,
    danger: true,
  });

  const save = useMutation({
    mutationFn: (fields: EditFields) => saveProfile(profileChange({ ...fields, ...defaultValues }, fields)),
    onMutate: clear,
    onSuccess: (saved, fields) => {
      setSession(saved);
      const written = changedSince(fields, form.getValues());
      form.reset({
        ...fields,
        username: saved.username,
        email: saved.email,
        firstName: saved.firstName,
        lastName: saved.lastName,
        statusMessage: saved.statusMessage,
        ...mapProfileTextFields((name) => fields[name].trim()),
        currentPassword: '',
      });
      for (const [field, value] of written) form.setValue(field, value, { shouldDirty: true });
      refreshPlayers(client);
    },
    onError: show,
  });
  return {
    form,
    failure,
    isSaving: save.isPending,
    done: save.isSuccess && !isDirty ? EDIT_PROFILE_TEXTS.saved : null,
    submit: form.handleSubmit((fields) => isDirty && !save.isPending && save.mutate(fields)),
  };
}
