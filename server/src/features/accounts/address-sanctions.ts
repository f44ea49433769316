import { Role } from '@rivalhold/shared/contract/accounts.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { execute, queryFirst, queryOne, type Sql, sql, type Tx } from '../../platform/db/db.ts';
import { isMuted, isSuspended, PERMANENT } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { recordDecision } from '../decisions/service.ts';
import { mailboxHash } from './mailboxes.ts';

/** The mute and the suspension of an account or of an email address. */
const Sanctions = Type.Object({
  muted_until: Nullable(column.date),
  muted_by: Nullable(column.integer),
  mute_reason: Nullable(column.text),
  suspended_at: Nullable(column.date),
  suspended_until: Nullable(column.date),
  suspended_by: Nullable(column.integer),
  suspension_reason: Nullable(column.text),
});
type Sanctions = Static<typeof Sanctions>;

/** A mute or a suspension. */
type Kind = 'mute' | 'suspension';

const COLUMNS = sql`muted_until, muted_by, mute_reason, suspended_at, suspended_until, suspended_by, suspension_reason`;
const NO_MUTE = { muted_until: null, muted_by: null, mute_reason: null };
const NO_SUSPENSION = {
  suspended_at: null,
  suspended_until: null,
  suspended_by: null,
  suspension_reason: null,
};
const NO_SANCTIONS: Sanctions = { ...NO_MUTE, ...NO_SUSPENSION };

/** The columns from which the end of a sanction is computed. */
type Times = Pick<Sanctions, 'muted_until' | 'suspended_at' | 'suspended_until'>;

const endOfSuspension = ({ suspended_at: at, suspended_until: until }: Times): number =>
  at === null ? Number.NEGATIVE_INFINITY : (until?.getTime() ?? Number.POSITIVE_INFINITY);
const END_OF: Record<Kind, (times: Times) => number> = {
  mute: ({ muted_until: until }) => until?.getTime() ?? Number.NEGATIVE_INFINITY,
  suspension: endOfSuspension,
};

/**
 * Combine two sets of sanctions: return the longer of the two mutes, and the longer of the two suspensions. Leave out
 * sanctions that have ended.
 */
function longer(one: Sanctions, other: Sanctions, now: Date): Sanctions {
  const mute = END_OF.mute(other) > END_OF.mute(one) ? other : one;
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

const UserWithSanctions = Type.Object({
  ...Sanctions.properties,
  email: column.text,
  email_verified_at: Nullable(column.date),
  role: Role,
});

const sanctionsOfUser = (tx: Tx, userId: number) =>
  queryFirst(
    tx,
    UserWithSanctions,
    sql`select email, email_verified_at, role, ${COLUMNS} from users where id = ${userId}`,
  );

/**
 * Return the sanctions of an address, and lock its row. If there is no row, insert an empty one. Call `save`
 * afterwards, which deletes the row if it is still without sanctions.
 */
const lockSanctionsOfAddress = (tx: Tx, hash: string) =>
  queryOne(
    tx,
    Sanctions,
    sql`insert into address_sanctions (address_hash) values (${hash})
     on conflict (address_hash) do update set address_hash = excluded.address_hash returning ${COLUMNS}`,
  );

/**
 * Report whether a player has confirmed the address. An unconfirmed address can belong to a stranger. A site without
 * SMTP cannot mail confirmation links, so every address there counts as confirmed.
 */
export const isAddressConfirmed = ({ config }: Site, user: { email_verified_at: Date | null }): boolean =>
  user.email_verified_at !== null || config.smtpUrl === null;

const assignmentsSql = (to: Sanctions): Sql => sql`
  muted_until = ${to.muted_until}, muted_by = ${to.muted_by}, mute_reason = ${to.mute_reason},
  suspended_at = ${to.suspended_at}, suspended_until = ${to.suspended_until}, suspended_by = ${to.suspended_by},
  suspension_reason = ${to.suspension_reason}`;

async function save(tx: Tx, hash: string, of: Sanctions): Promise<void> {
  if (of.muted_until === null && of.suspended_at === null)
    await execute(tx, sql`delete from address_sanctions where address_hash = ${hash}`);
  else
    await execute(tx, sql`update address_sanctions set ${assignmentsSql(of)} where address_hash = ${hash}`);
}

/**
 * Copy a change of a player's mute or suspension to the player's address. An ended sanction is always removed. A new
 * or changed sanction is stored only if the address is confirmed. If another account has already added a longer
 * sanction of this kind to the address, that sanction stays. The player's row must be locked.
 * @param before the player's id, and the times of the player's sanctions before the change
 */
export async function updateAddressSanction(
  tx: Tx,
  site: Site,
  kind: Kind,
  before: Times & { id: number },
): Promise<void> {
  const user = await sanctionsOfUser(tx, before.id);
  const isEnded = !user || END_OF[kind](user) === Number.NEGATIVE_INFINITY;
  if (!user || !(isEnded || isAddressConfirmed(site, user))) return;
  const hash = mailboxHash(site, user.email);
  const stored = await lockSanctionsOfAddress(tx, hash);
  const isOfAnother = END_OF[kind](stored) > END_OF[kind](before);
  const { muted_until, muted_by, mute_reason, ...suspension } = stored;
  const otherKind = kind === 'mute' ? suspension : { muted_until, muted_by, mute_reason };
  const all = longer(user, isOfAnother ? stored : NO_SANCTIONS, site.clock.now());
  await save(tx, hash, { ...all, ...otherKind });
}

/**
 * Apply the sanctions of an address to the player who uses it, unless this player is an admin. Only the operator can
 * suspend admins. If the address is confirmed, also apply the player's sanctions to the address. The player's row must
 * be locked. Call this at sign-up, when the address changes or is confirmed, and before the account is deleted.
 */
export async function shareAddressSanctions(tx: Tx, site: Site, userId: number): Promise<void> {
  const user = await sanctionsOfUser(tx, userId);
  if (!user) return;
  const now = site.clock.now();
  const hash = mailboxHash(site, user.email);
  const stored = await lockSanctionsOfAddress(tx, hash);
  const all = longer(user, stored, now);
  await save(tx, hash, isAddressConfirmed(site, user) ? all : stored);
  if (user.role === 'admin') return;
  const isMutedLonger = all.muted_until !== null && all.muted_until > (user.muted_until ?? now);
  const isSuspendedLonger = endOfSuspension(all) > Math.max(endOfSuspension(user), now.getTime());
  if (!isMutedLonger && !isSuspendedLonger) return;
  await execute(tx, sql`update users set ${assignmentsSql(all)} where id = ${userId}`);
  site.sessions.invalidateUsers(tx, [userId]);
  if (isSuspendedLonger) await site.sessions.endAll(tx, userId, null);
  for (const [isNew, kind, scope, until, decidedBy, reason] of [
    [isMutedLonger, 'mute', 'publishing', all.muted_until, all.muted_by, all.mute_reason],
    [
      isSuspendedLonger,
      'suspension',
      'account',
      all.suspended_until,
      all.suspended_by,
      all.suspension_reason,
    ],
  ] as const) {
    if (!isNew) continue;
    const auditId = await recordAudit(tx, site, {
      kind: `${kind}.begin`,
      actorId: null,
      targetId: userId,
      after: until?.toISOString() ?? PERMANENT,
      reason,
    });
    await recordDecision(tx, site, {
      userId,
      kind,
      scope,
      rule: null,
      reason,
      decidedBy,
      auditId,
      endsAt: until,
    });
  }
}
