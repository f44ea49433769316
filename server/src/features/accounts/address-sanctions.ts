import { query, queryFirst, sql, type Tx } from '../../platform/db/db.ts';
import { isMuted, isSuspended } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { mailboxHash } from './mailboxes.ts';

/** The mute and the suspension of an account, or of the address of a previous one. */
type Sanctions = {
  muted_until: Date | null;
  muted_by: number | null;
  mute_reason: string | null;
  suspended_at: Date | null;
  suspended_until: Date | null;
  suspended_by: number | null;
  suspension_reason: string | null;
};

const COLUMNS = sql`muted_until, muted_by, mute_reason, suspended_at, suspended_until, suspended_by, suspension_reason`;
const NO_MUTE = { muted_until: null, muted_by: null, mute_reason: null };
const NO_SUSPENSION = {
  suspended_at: null,
  suspended_until: null,
  suspended_by: null,
  suspension_reason: null,
};

const endOfSuspension = ({ suspended_at: at, suspended_until: until }: Sanctions): number =>
  at === null ? Number.NEGATIVE_INFINITY : (until?.getTime() ?? Number.POSITIVE_INFINITY);

/** Return the active sanctions of both, the longer one of each kind. */
function longer(one: Sanctions, other: Sanctions, now: Date): Sanctions {
  const mute = (other.muted_until?.getTime() ?? 0) > (one.muted_until?.getTime() ?? 0) ? other : one;
  const suspension = endOfSuspension(other) > endOfSuspension(one) ? other : one;
  const { muted_until, muted_by, mute_reason } = mute;
  const { suspended_at, suspended_until, suspended_by, suspension_reason } = suspension;
  return {
    ...(isMuted({ mutedUntil: muted_until }, now) ? { muted_until, muted_by, mute_reason } : NO_MUTE),
    ...(isSuspended(suspension, now)
      ? { suspended_at, suspended_until, suspended_by, suspension_reason }
      : NO_SUSPENSION),
  };
}

const sanctionsOfUser = (tx: Tx, userId: number) =>
  queryFirst<Sanctions & { email: string }>(
    tx,
    sql`select email, ${COLUMNS} from users where id = ${userId}`,
  );

const sanctionsOfAddress = (tx: Tx, hash: string) =>
  queryFirst<Sanctions>(
    tx,
    sql`select ${COLUMNS} from address_sanctions where address_hash = ${hash} for update`,
  );

async function save(tx: Tx, hash: string, of: Sanctions): Promise<void> {
  if (of.muted_until === null && of.suspended_at === null) {
    await query(tx, sql`delete from address_sanctions where address_hash = ${hash}`);
    return;
  }
  await query(
    tx,
    sql`insert into address_sanctions (address_hash, ${COLUMNS})
     values (${hash}, ${of.muted_until}, ${of.muted_by}, ${of.mute_reason}, ${of.suspended_at},
       ${of.suspended_until}, ${of.suspended_by}, ${of.suspension_reason})
     on conflict (address_hash) do update set
       muted_until = excluded.muted_until, muted_by = excluded.muted_by, mute_reason = excluded.mute_reason,
       suspended_at = excluded.suspended_at, suspended_until = excluded.suspended_until,
       suspended_by = excluded.suspended_by, suspension_reason = excluded.suspension_reason`,
  );
}

/** Store a locked player's sanctions for their address, in place of those that staff have just changed or ended. */
export async function storeAddressSanctions(tx: Tx, site: Site, userId: number): Promise<void> {
  const user = await sanctionsOfUser(tx, userId);
  if (user) await save(tx, mailboxHash(site, user.email), longer(user, user, site.clock.now()));
}

/**
 * Apply the sanctions of earlier accounts with the address to a locked player, and the player's own to the address: at
 * sign-up, at a change of the address, and at the deletion of the account.
 * @param email as `normalizeEmail` returns it
 */
export async function shareAddressSanctions(
  tx: Tx,
  site: Site,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const now = site.clock.now();
  const hash = mailboxHash(site, email);
  const user = await sanctionsOfUser(tx, userId);
  const stored = await sanctionsOfAddress(tx, hash);
  if (!user) return;
  const all = longer(user, stored ?? { ...NO_MUTE, ...NO_SUSPENSION }, now);
  if (stored || all.muted_until || all.suspended_at) await save(tx, hash, all);
  const isMutedLonger = all.muted_until !== null && all.muted_until > (user.muted_until ?? now);
  const isSuspendedLonger = endOfSuspension(all) > Math.max(endOfSuspension(user), now.getTime());
  if (!isMutedLonger && !isSuspendedLonger) return;
  await query(
    tx,
    sql`update users set muted_until = ${all.muted_until}, muted_by = ${all.muted_by},
       mute_reason = ${all.mute_reason}, suspended_at = ${all.suspended_at},
       suspended_until = ${all.suspended_until}, suspended_by = ${all.suspended_by},
       suspension_reason = ${all.suspension_reason}
     where id = ${userId}`,
  );
  site.sessions.invalidateUser(tx, userId);
  if (isSuspendedLonger) await site.sessions.endAll(tx, userId, null);
  for (const [isNew, kind, until, reason] of [
    [isMutedLonger, 'mute.begin', all.muted_until, all.mute_reason],
    [isSuspendedLonger, 'suspension.begin', all.suspended_until, all.suspension_reason],
  ] as const)
    if (isNew)
      await recordAudit(tx, site, {
        kind,
        actorId: null,
        targetId: userId,
        after: until?.toISOString() ?? 'permanent',
        reason,
      });
}
