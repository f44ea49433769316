import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { BlockButton } from '../../entities/blocks/block-button.tsx';
import { gameQuery } from '../../entities/game/api.ts';
import { basicInfoChips } from '../../entities/players/describe.ts';
import { ReportButton } from '../../entities/reports/report-button.tsx';
import { FriendChip } from '../../features/friends/components/friend-chip.tsx';
import { TitleBadge } from '../../features/goals/components/title-badge.tsx';
import { MuteButton } from '../../features/player-mutes/components/mute-button.tsx';
import { ProfileAvatar } from '../../features/profiles/components/profile-avatar.tsx';
import { StatusLine } from '../../features/profiles/components/status-line.tsx';
import { ContactButtons } from '../../features/social/components/contact-buttons.tsx';
import { fullTime } from '../../lib/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './profile-header.module.css';

/** Show a player's name, status and actions. */
export function ProfileHeader({ profile, own }: { profile: Profile; own: boolean }) {
  const basics = basicInfoChips(profile);
  const params = { userId: String(profile.id) };
  return (
    <header className={styles.header}>
      <div className={styles.banner} aria-hidden="true" />
      <ProfileAvatar profile={profile} />
      <div className={styles.text}>
        <Text as="h1" wrap="anywhere">
          {profile.username}
        </Text>
        <TitleBadge userId={profile.id} />
        <StatusLine profile={profile} own={own} />
        <Row as="ul" gap={2} align="stretch" wrap className={styles.chips} aria-label={PROFILE_TEXTS.basics}>
          {basics.map((chip) => (
            <li key={chip.id} dir="auto">
              {chip.text}
            </li>
          ))}
          {profile.createdAt !== '' && (
            <li title={fullTime(profile.createdAt)}>{PROFILE_TEXTS.joined(profile.createdAt)}</li>
          )}
          <InventoryChip userId={profile.id} />
        </Row>
      </div>
      <div className={styles.actions}>
        {own ? (
          <>
            <ButtonLink to="/profiles/$userId/edit" params={params}>
              {PROFILE_CARD_TEXTS.edit}
            </ButtonLink>
            <ButtonLink to="/friends">
              <Icon name="three-friends" />
              {FRIENDS_PAGE_TEXTS.viewFriends}
            </ButtonLink>
          </>
        ) : (
          <ContactButtons
            player={profile}
            refusals={profile.refusals}
            challenge={{ variant: 'primary', className: styles.first, iconSize: '1.5rem' }}
          />
        )}
        <FriendChip player={profile} className={styles.chip} />
        {!own && (
          <div className={styles.minor}>
            <MuteButton player={profile} />
            <BlockButton player={profile} />
            <ReportButton kind="profile" id={profile.id} owner={profile} hasLabel />
          </div>
        )}
      </div>
    </header>
  );
}

/** Show a placeholder for the header. */
export function ProfileHeaderSkeleton({ own }: { own: boolean }) {
  return (
    <div className={clsx(styles.header, styles.loading)}>
      <div className={styles.banner} aria-hidden="true" />
      <Skeleton width="8rem" height="8rem" className={styles.picture} />
      <div className={styles.text}>
        <Skeleton width="12rem" height="2.25rem" />
        <p role="status">{PROFILE_TEXTS.loading}</p>
        <Skeleton width="min(24rem, 100%)" height="100%" />
      </div>
      <Skeleton width="" height="" className={clsx(styles.actions, own && styles.own)} />
    </div>
  );
}

/** Show how many different items a player has. The number is missing until it is known. */
function InventoryChip({ userId }: { userId: number }) {
  const game = useQuery(gameQuery(userId)).data;
  return (
    <li className={styles.inventory}>
      <Icon name="backpack" />
      <Link to="/inventory/$userId" params={{ userId: String(userId) }}>
        {PROFILE_CARD_TEXTS.inventory}
        {/* Reserve the space before the number loads. */}
        <data value={game?.inventory.length ?? ''}>{game?.inventory.length}</data>
      </Link>
    </li>
  );
}
