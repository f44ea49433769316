import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { mediaKind } from '../../../lib/media-file.ts';
import { useIsConverting } from '../../../lib/use-is-converting.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { cancelClip, type PendingClip } from '../uploads.ts';
import styles from './clips-bar.module.css';
import { TileContent } from './tile-content.tsx';

type GroupTileProps = {
  group: ClipGroup;
  own: boolean;
  /** Called on hover or focus. */
  onNear: () => void;
  onOpen: () => void;
};

/** Show a player with clips. The frame marks unseen clips. */
export function GroupTile({ group, own, onNear, onOpen }: GroupTileProps) {
  const { user, clips, hasUnseen } = group;
  const name = own ? CLIP_TEXTS.yours : user.username;
  const unseen = clips.filter(({ seen }) => !seen).length;
  return (
    <button
      type="button"
      className={styles.tile}
      data-player={user.id}
      title={name}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
    >
      <TileContent
        name={name}
        label={CLIP_TEXTS.group(name, clips.length, unseen)}
        look={hasUnseen ? 'new' : 'seen'}
      >
        <Avatar name={user.username} url={user.avatarUrl} size={60} />
      </TileContent>
    </button>
  );
}

/** Show a clip that the player is uploading, with its progress. A press cancels the upload. */
export function PendingTile({ item }: { item: PendingClip }) {
  const { part, preview, key, meta, file } = item;
  const percent = Math.round(part * 100);
  const isVideo = file !== null && mediaKind(file) === 'video';
  const isConverting = useIsConverting(part === 1 && isVideo);
  const finishing = isConverting ? MEDIA_TEXTS.converting : CLIP_TEXTS.finishing;
  const state = part < 1 ? CLIP_TEXTS.percent(percent) : finishing;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={part < 1 ? CLIP_TEXTS.uploading(percent) : finishing}
        max={100}
        value={percent}
      />
      <button
        type="button"
        className={styles.tile}
        style={{ '--part': part } as CSSProperties}
        aria-label={CLIP_TEXTS.cancelUpload(state)}
        onClick={() => cancelClip(key)}
      >
        <TileContent name={state} look="loading">
          {preview ? (
            <img src={preview} alt={meta.caption} width={60} height={60} className={styles.picture} />
          ) : (
            <span className={styles.picture} />
          )}
          <span className={styles.cancel}>
            <X size={20} aria-hidden="true" />
          </span>
        </TileContent>
      </button>
    </>
  );
}
