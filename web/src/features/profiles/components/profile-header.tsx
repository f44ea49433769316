import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { fullTime } from '../../../lib/time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { basicsOf, statusOf } from '../describe.ts';
import styles from './profile-header.module.css';

/** Who it is, what they say, and what one can do with them. */
export function ProfileHeader({ profile, own }: { profile: Profile; own: boolean }) {
  const basics = basicsOf(profile);
  return (
    <header className={styles.header}>
      <div className={styles.banner} aria-hidden="true" />
      <Avatar
        name={profile.username}
        url={profile.avatarUrl}
        size={128}
        alt={PROFILE_TEXTS.portraitOf(profile.username)}
        className={styles.avatar}
      />
      <div className={styles.words}>
        <h1 className={styles.name}>{profile.username}</h1>
        <p className={styles.status}>{statusOf(profile)}</p>
        <ul className={styles.chips} aria-label={PROFILE_TEXTS.basics}>
          {basics.map((chip) => (
            <li key={chip.id}>{chip.text}</li>
          ))}
          <li title={fullTime(profile.createdAt)}>{PROFILE_TEXTS.joined(profile.createdAt)}</li>
        </ul>
      </div>
      <div className={styles.deeds}>
        {own ? (
          <ButtonLink to="/settings">{PROFILE_TEXTS.settings}</ButtonLink>
        ) : (
          <ButtonLink
            to="/fight/$userId"
            params={{ userId: String(profile.id) }}
            variant="primary"
            size="large"
          >
            <Icon name="crossed-swords" size="1.5rem" />
            {PROFILE_TEXTS.challenge}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}
