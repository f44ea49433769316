import { AVATAR_SIDE } from '@rivalhold/shared/image-sizes.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { setSession, useUser } from '../../../../entities/session/api.ts';
import { readErrorText } from '../../../../lib/errors.ts';
import { pictureFileError } from '../../../../lib/picture-file.ts';
import { shrinkImage } from '../../../../lib/shrink-image.ts';
import { upload } from '../../../../lib/upload.ts';
import { showAvatar } from '../../cached-players.ts';
import { saveProfile } from '../../edit.ts';

/** Return the player's avatar, the state of its upload, and the actions to change the avatar. */
export function useAvatar() {
  const user = useUser();
  const client = useQueryClient();
  const [preview, setPreview] = useState<string | null>(null);
  const [part, setPart] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const sending = useRef<AbortController>(undefined);

  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const clearMessages = () => {
    setFailure(null);
    setDone(null);
  };
  const show = (avatarUrl: string | null, text: string) => {
    setSession({ ...user, avatarUrl });
    showAvatar(client, user.id, avatarUrl);
    setDone(text);
  };
  const sendFile = useMutation({
    mutationFn: async (chosen: File) => {
      sending.current = new AbortController();
      const { signal } = sending.current;
      const file = await shrinkImage(chosen, AVATAR_SIDE);
      return upload('POST /api/upload/avatar', { field: 'avatar', file, onProgress: setPart, signal });
    },
    onMutate: (file) => {
      clearMessages();
      setPart(0);
      setPreview(URL.createObjectURL(file));
    },
    onSuccess: ({ avatarUrl }) => show(avatarUrl, EDIT_PROFILE_TEXTS.uploaded),
    onError: async (error) => {
      if (!sending.current?.signal.aborted)
        setFailure(await readErrorText(error, EDIT_PROFILE_TEXTS.uploadFailed));
    },
    onSettled: () => setPreview(null),
  });
  const removal = useMutation({
    mutationFn: () => saveProfile({ avatarUrl: null }),
    onMutate: clearMessages,
    onSuccess: () => show(null, EDIT_PROFILE_TEXTS.pictureRemoved),
    onError: () => setFailure(EDIT_PROFILE_TEXTS.failed),
  });

  return {
    url: preview ?? user.avatarUrl,
    hasPicture: user.avatarUrl !== null,
    isSending: sendFile.isPending,
    isRemoving: removal.isPending,
    part,
    failure,
    done,
    send: (file: File) => {
      if (sendFile.isPending) return;
      const errorText = pictureFileError(file);
      clearMessages();
      if (errorText) setFailure(errorText);
      else sendFile.mutate(file);
    },
    cancel: () => sending.current?.abort(),
    remove: () => removal.mutate(),
  };
}
