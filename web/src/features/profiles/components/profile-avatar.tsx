import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { PlayerAvatar } from '../../../entities/players/player-avatar.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { ownMessage } from '../../../lib/errors.ts';
import { confirmWithReason } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Text } from '../../../ui/text.tsx';
import { clearAvatar } from '../api.ts';
import { showAvatar } from '../cached-players.ts';
import styles from './profile-avatar.module.css';

const SIZE = 128;

/** Show a profile's avatar. Staff can remove the avatar of another player. */
export function ProfileAvatar({ profile }: { profile: Profile }) {
  const me = useUser();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: clearAvatar,
    onSuccess: ({ id, avatarUrl }) => showAvatar(client, id, avatarUrl),
  });
  const confirmRemoval = async () => {
    const { removeAvatarTitle, removeAvatarConfirm, cancel } = PROFILE_CARD_TEXTS;
    const reason = await confirmWithReason({
      title: removeAvatarTitle,
      confirm: removeAvatarConfirm,
      cancel,
      danger: true,
      asksReason: true,
    });
    if (reason) removal.mutate({ id: profile.id, reason });
  };
  return (
    <div className={styles.wrapper}>
      <PlayerAvatar
        player={profile}
        size={SIZE}
        alt={PROFILE_TEXTS.portraitOf(profile.username)}
        className={styles.avatar}
      />
      {isStaff(me) && me.id !== profile.id && profile.avatarUrl && (
        <IconButton
          label={PROFILE_CARD_TEXTS.removeAvatar}
          variant="danger"
          size="small"
          className={styles.remove}
          busy={removal.isPending}
          onClick={() => void confirmRemoval()}
        >
          <ImageOff size={18} aria-hidden="true" />
        </IconButton>
      )}
      <Text
        as={ErrorMessage}
        leading="tight"
        textAlign="center"
        text={removal.isError ? ownMessage(removal.error) || PROFILE_CARD_TEXTS.removeAvatarFailed : null}
      />
    </div>
  );
}
