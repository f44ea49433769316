import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { statusOf } from '../describe.ts';
import styles from './profile-link.module.css';

/** A player in a list; all of it leads to their profile. */
export function ProfileLink({ profile }: { profile: Profile }) {
  return (
    <Link to="/profiles/$userId" params={{ userId: String(profile.id) }} className={styles.card}>
      <Avatar name={profile.username} url={profile.avatarUrl} size={72} />
      <span className={styles.words}>
        <span className={styles.name}>{profile.username}</span>
        <span className={styles.status}>{statusOf(profile)}</span>
        <span className={styles.numbers}>
          <span>{PROFILE_TEXTS.level(profile.level)}</span>
          <span>
            {PROFILE_TEXTS.xp} {profile.experience}
          </span>
        </span>
      </span>
      <Meter
        kind="energy"
        value={profile.energy}
        max={ENERGY_MAX}
        label={PROFILE_TEXTS.energy}
        className={styles.energy}
      />
    </Link>
  );
}
