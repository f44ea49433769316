import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { Link } from '@tanstack/react-router';
import { statusLine } from '../../entities/players/describe.ts';
import { PlayerAvatar } from '../../entities/players/player-avatar.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { Meter } from '../../ui/meter.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './profile-link.module.css';

/** A player in a list; all of it leads to their profile, but for the picture, which opens the quick view. */
export function ProfileLink({ profile }: { profile: Profile }) {
  return (
    <article className={styles.card}>
      <PlayerLink player={profile} className={styles.face}>
        <VisuallyHidden>{PROFILE_CARD_TEXTS.quickView(profile.username)} </VisuallyHidden>
        <PlayerAvatar player={profile} size={72} />
      </PlayerLink>
      <div className={styles.words}>
        <Link to="/profiles/$userId" params={{ userId: String(profile.id) }} className={styles.name}>
          {profile.username}
        </Link>
        <p className={styles.status} dir="auto">
          {statusLine(profile)}
        </p>
        <p className={styles.numbers}>
          <span>{PROFILE_TEXTS.level(profile.level)}</span>
          <span>
            {PROFILE_TEXTS.xp} {profile.experience}
          </span>
        </p>
      </div>
      <Meter
        kind="energy"
        value={profile.energy}
        max={ENERGY_MAX}
        label={PROFILE_TEXTS.energy}
        className={styles.energy}
      />
    </article>
  );
}
