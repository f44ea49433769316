import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { statusLine } from '../../entities/players/describe.ts';
import { PlayerFace } from '../../entities/players/player-face.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { useUser } from '../../entities/session/api.ts';
import { FriendChip } from '../../features/friends/components/friend-chip.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './player-card.module.css';

/** Somebody found: who it is, and what one can do with them at once. */
export function PlayerCard({ player }: { player: Profile }) {
  const own = useUser().id === player.id;
  return (
    <article className={styles.card}>
      <PlayerFace player={player} size={64} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <PlayerLink player={player}>{player.username}</PlayerLink>
        </h2>
        <p className={styles.level}>{PROFILE_TEXTS.level(player.level)}</p>
        <p dir="auto" className={styles.status}>
          {statusLine(player)}
        </p>
      </div>
      <div className={styles.deeds}>
        <FriendChip player={player} />
        {!own && (
          <ButtonLink
            to="/fight/$userId"
            params={{ userId: String(player.id) }}
            size="small"
            variant="primary"
            aria-label={`${PROFILE_TEXTS.challenge}: ${player.username}`}
          >
            {PROFILE_TEXTS.challenge}
          </ButtonLink>
        )}
      </div>
    </article>
  );
}
