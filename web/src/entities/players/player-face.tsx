import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { OnlineDot } from '../presence/index.ts';
import styles from './player-face.module.css';
import { PlayerLink } from './player-link.tsx';

type PlayerFaceProps = {
  player: { id: number; username: string; avatarUrl: string | null };
  /** Side length in pixels. */
  size: number;
  /** More marks on the picture. */
  children?: ReactNode;
};

/** The picture of a player whose name stands beside it as a link: opens the quick view, and tells who is online. */
export function PlayerFace({ player, size, children }: PlayerFaceProps) {
  return (
    <span className={styles.face}>
      <PlayerLink player={player} decorative className={styles.link}>
        <Avatar name={player.username} url={player.avatarUrl} size={size} />
      </PlayerLink>
      {children}
      <OnlineDot userId={player.id} />
    </span>
  );
}
