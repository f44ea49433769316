import type { ReactNode } from 'react';
import styles from './person-row.module.css';
import { PlayerFace } from './player-face.tsx';
import { PlayerLink } from './player-link.tsx';

type PersonRowProps = {
  player: { id: number; username: string; avatarUrl: string | null };
  /** A line under the name. */
  note?: ReactNode;
  /** What one can do with them. */
  children?: ReactNode;
};

/** A player in a list of people: picture and name open the quick view, and what one can do stands at the end. */
export function PersonRow({ player, note, children }: PersonRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.who}>
        <PlayerFace player={player} size={48} />
        <div className={styles.words}>
          <PlayerLink player={player} className={styles.name}>
            {player.username}
          </PlayerLink>
          {note && <p className={styles.note}>{note}</p>}
        </div>
      </div>
      {children && <div className={styles.deeds}>{children}</div>}
    </div>
  );
}
