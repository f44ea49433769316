import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { OnlineDot } from '../presence/index.ts';
import styles from './player-avatar.module.css';

type PlayerAvatarProps = {
  player: { id: number; username: string; avatarUrl: string | null };
  /** Side length in pixels. */
  size?: number;
  className?: string;
  /** Alternative text; set if the name is not next to the picture. */
  alt?: string;
  /** Additional marks on the picture, e.g. a rank. */
  children?: ReactNode;
};

/** Show a player's picture, with a dot while the player is online. */
export function PlayerAvatar({ player, size, className, alt, children }: PlayerAvatarProps) {
  return (
    <span className={styles.face}>
      <Avatar name={player.username} url={player.avatarUrl} size={size} className={className} alt={alt} />
      {children}
      <OnlineDot userId={player.id} {...(alt && { name: player.username })} />
    </span>
  );
}
