import { isStaff, mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { queryExists, type Sql, sql } from '../db/db.ts';
import { AppError } from '../errors.ts';
import type { Site } from '../site.ts';
import type { Session } from './sessions.ts';

/** A viewer. Only the user of a session has `staffWithoutFactorSince`. */
type SessionViewer = Viewer & Partial<Pick<Session['user'], 'staffWithoutFactorSince'>>;

/**
 * Return the time at which a staff member without a second factor loses access to the staff pages. Return null for
 * viewers who keep access.
 */
export function factorDue(
  { config }: Pick<Site, 'config'>,
  { staffWithoutFactorSince: since }: SessionViewer,
): Date | null {
  return config.staffFactors && since ? new Date(since.getTime() + FACTOR_LIMITS.staffGraceMs) : null;
}

const isStaffClosed = (site: Pick<Site, 'config' | 'clock'>, viewer: SessionViewer): boolean => {
  const due = factorDue(site, viewer);
  return due !== null && due <= site.clock.now();
};

/**
 * If the site requires second factors, check that a staff member has one, or joined the staff less than 14 days ago.
 * @throws AppError `factorRequired`
 */
export function assertStaffOpen(site: Pick<Site, 'config' | 'clock'>, viewer: SessionViewer): void {
  if (isStaffClosed(site, viewer)) throw new AppError('factorRequired');
}

/** Report whether a viewer is staff and has access to the staff pages (see `assertStaffOpen`). */
export const hasStaffAccess = (site: Pick<Site, 'config' | 'clock'>, viewer: SessionViewer): boolean =>
  isStaff(viewer) && !isStaffClosed(site, viewer);

/**
 * Build the SQL condition of `hasStaffAccess`.
 * @param user SQL alias with the column `role`
 * @param id SQL expression for the id of the user
 */
export function staffAccessSql(
  { config, clock }: Pick<Site, 'config' | 'clock'>,
  user: Sql,
  id: Sql = sql`${user}.id`,
): Sql {
  if (!config.staffFactors) return sql`${user}.role <> 'player'`;
  const closedSince = new Date(clock.now().getTime() - FACTOR_LIMITS.staffGraceMs);
  return sql`(${user}.role <> 'player' and exists (
    select 1 from users staff where staff.id = ${id}
      and (coalesce(staff.staff_since, staff.created_at) > ${closedSince}::timestamptz
        or exists (select 1 from passkeys where user_id = staff.id)
        or exists (select 1 from authenticators where user_id = staff.id and confirmed_at is not null))))`;
}

/**
 * Check that a viewer is allowed to delete a feed or forum post, feed comment, photo or clip.
 * @throws AppError `forbidden` if the viewer is neither the owner nor staff
 * @throws AppError `factorRequired` if `assertStaffOpen` rejects a staff member who is not the owner
 */
export function assertMayDelete(
  site: Pick<Site, 'config' | 'clock'>,
  viewer: SessionViewer,
  ownerId: number,
): void {
  if (!mayDelete(viewer, ownerId)) throw new AppError('forbidden');
  if (viewer.id !== ownerId) assertStaffOpen(site, viewer);
}

/**
 * If the site requires second factors, check that a staff member has confirmed their identity in this session within
 * the last 10 minutes: with the second factor, or with the password if they have no second factor.
 * @throws AppError `step_up`
 */
export async function assertStepUp(
  site: Pick<Site, 'config' | 'clock' | 'db'>,
  session: Session,
): Promise<void> {
  if (!site.config.staffFactors) return;
  const since = new Date(site.clock.now().getTime() - FACTOR_LIMITS.stepUpMs);
  const hasFactor = session.user.staffWithoutFactorSince === null;
  const isVerified = await queryExists(
    site.db,
    sql`select 1 from sessions where id = ${session.id} and verified_at > ${since}
       and (verified_by = 'factor' or not ${hasFactor}::boolean)`,
  );
  if (!isVerified) throw new AppError('step_up');
}
