import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import styles from './clips-bar.module.css';
import { Face } from './face.tsx';

type GroupTileProps = {
  group: ClipGroup;
  own: boolean;
  /** Called when it is about to be pressed. */
  onNear: () => void;
  onOpen: () => void;
};

/** A player with clips; the ring says that one has not seen all of them. */
export function GroupTile({ group, own, onNear, onOpen }: GroupTileProps) {
  const { user, clips, hasUnseen } = group;
  const name = own ? CLIP_TEXTS.yours : user.username;
  const unseen = clips.filter(({ seen }) => !seen).length;
  return (
    <button
      type="button"
      className={styles.tile}
      data-player={user.id}
      aria-label={CLIP_TEXTS.group(name, clips.length, unseen)}
      title={name}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
    >
      <Face name={name} look={hasUnseen ? 'new' : 'seen'}>
        <Avatar name={user.username} url={user.avatarUrl} size={60} />
      </Face>
    </button>
  );
}
