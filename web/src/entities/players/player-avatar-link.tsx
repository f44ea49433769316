import { Avatar } from '../../ui/avatar.tsx';
import { OnlineDot } from '../presence/index.ts';
import styles from './player-avatar-link.module.css';
import { PlayerLink } from './player-link.tsx';

type PlayerAvatarLinkProps = {
  player: { id: number; username: string; avatarUrl: string | null };
  /** Side length in pixels. */
  size: number;
};

/**
 * Show a player's picture, which opens the quick view, and whether the player is online. For use next to a link with
 * the player's name.
 */
export function PlayerAvatarLink({ player, size }: PlayerAvatarLinkProps) {
  return (
    <span className={styles.face}>
      <PlayerLink player={player} decorative className={styles.link}>
        <Avatar name={player.username} url={player.avatarUrl} size={size} />
      </PlayerLink>
      <OnlineDot userId={player.id} />
    </span>
  );
}
