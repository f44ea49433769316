import type { ReactNode } from 'react';
import { Row } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './person-row.module.css';
import { PlayerAvatarLink } from './player-avatar-link.tsx';
import { PlayerLink } from './player-link.tsx';

type PersonRowProps = {
  player: { id: number; username: string; avatarUrl: string | null };
  /** A line under the name. */
  note?: ReactNode;
  /** The actions for the player. */
  children?: ReactNode;
  /** The width (CSS) that the picture and the name need. If too little is left, the actions move to their own line. */
  width?: string;
};

/** Show a player in a list: the picture and the name open the quick view, and the actions come last. */
export function PersonRow({ player, note, children, width = '9.5rem' }: PersonRowProps) {
  return (
    <Row wrap gap={3} rowGap={2} justify="end" paddingBlock={3}>
      <Row gap={3} grow={width} leading="snug">
        <PlayerAvatarLink player={player} size={48} />
        <Text as="div" grow>
          <PlayerLink player={player} className={styles.name}>
            {player.username}
          </PlayerLink>
          {note && <p className={styles.note}>{note}</p>}
        </Text>
      </Row>
      {children && (
        <Row gap={2} wrap align="stretch" justify="end">
          {children}
        </Row>
      )}
    </Row>
  );
}
