import { Dialog as Base } from '@base-ui/react/dialog';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Pause, Play, Volume2, VolumeX, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { PlaylistEntry } from '../playlist.ts';
import styles from './clip-viewer.module.css';

type ClipHeaderProps = {
  entry: PlaylistEntry;
  /** The progress bar of the current clip. */
  progress: RefObject<HTMLElement | null>;
  paused: boolean;
  onPause: () => void;
  /** True if sound is on; null for a picture. */
  sound: boolean | null;
  onSound: () => void;
};

/** Show who posted a clip, the clip's position among that player's clips, and the playback controls. */
export function ClipHeader({ entry, progress, paused, onPause, sound, onSound }: ClipHeaderProps) {
  const { clip, user, index, total } = entry;
  return (
    <div className={styles.header}>
      <Row gap="half" padding={1} className={styles.segments} aria-hidden="true">
        {Array.from({ length: total }, (_, segment) => (
          <span
            // Use a key per clip, so that the progress of one clip is not shown for the next.
            key={segment === index ? `${segment} ${clip.id}` : segment}
            ref={segment === index ? progress : undefined}
            className={clsx(styles.segment, segment < index && styles.finished)}
          />
        ))}
      </Row>
      <Row gap={1}>
        <Link to="/profiles/$userId" params={{ userId: String(user.id) }} className={styles.player}>
          <Avatar name={user.username} url={user.avatarUrl} size={36} />
          <Stack as="span">
            <span className={styles.name}>{user.username}</span>
            <RelativeTime time={clip.createdAt} className={styles.time} />
          </Stack>
        </Link>
        <IconButton
          label={paused ? CLIP_TEXTS.play : CLIP_TEXTS.pause}
          className={styles.control}
          onClick={onPause}
        >
          {paused ? <Play size={22} aria-hidden="true" /> : <Pause size={22} aria-hidden="true" />}
        </IconButton>
        {sound !== null && (
          <IconButton
            label={sound ? CLIP_TEXTS.mute : CLIP_TEXTS.unmute}
            className={styles.control}
            onClick={onSound}
          >
            {sound ? <Volume2 size={22} aria-hidden="true" /> : <VolumeX size={22} aria-hidden="true" />}
          </IconButton>
        )}
        <Base.Close render={<IconButton label={UI_TEXTS.close} className={styles.control} />}>
          <X size={24} aria-hidden="true" />
        </Base.Close>
      </Row>
    </div>
  );
}
