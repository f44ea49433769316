import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { ADMIN_USERS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { clsx } from 'clsx';
import { useEachSecond } from '../../lib/use-each-second.ts';
import styles from './staff.module.css';

type Tagged = Pick<AdminUser, 'role' | 'mutedUntil' | 'suspended'>;

/** What a player is beyond a player: a role, muted, suspended. */
export function UserTags({ user: { role, mutedUntil, suspended } }: { user: Tagged }) {
  const isMuted = useEachSecond(
    (now) => mutedUntil !== null && Date.parse(mutedUntil) > now,
    mutedUntil !== null,
  );
  return (
    <>
      {isStaff({ role }) && <span className={clsx(styles.tag, styles.ember)}>{role}</span>}
      {isMuted && <span className={styles.tag}>{ADMIN_USERS_TEXTS.muted}</span>}
      {suspended && <span className={clsx(styles.tag, styles.danger)}>{ADMIN_USERS_TEXTS.suspended}</span>}
    </>
  );
}
