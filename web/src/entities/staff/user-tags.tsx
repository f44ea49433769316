import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { ADMIN_USERS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useEachSecond } from '../../lib/use-each-second.ts';
import { Tag } from '../../ui/tag.tsx';

type Tagged = Pick<AdminUser, 'role' | 'mutedUntil' | 'suspended'>;

/** Show tags for a player's role, mute and suspension. */
export function UserTags({ user: { role, mutedUntil, suspended } }: { user: Tagged }) {
  const isMuted = useEachSecond(
    (now) => mutedUntil !== null && Date.parse(mutedUntil) > now,
    mutedUntil !== null,
  );
  return (
    <>
      {isStaff({ role }) && (
        <Tag border="ember" tone="link" weight="medium">
          {role}
        </Tag>
      )}
      {isMuted && (
        <Tag tone="text" weight="medium">
          {ADMIN_USERS_TEXTS.muted}
        </Tag>
      )}
      {suspended && (
        <Tag border="danger" tone="danger" weight="medium">
          {ADMIN_USERS_TEXTS.suspended}
        </Tag>
      )}
    </>
  );
}
