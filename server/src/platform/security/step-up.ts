import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { queryExists, sql } from '../db/db.ts';
import { AppError } from '../errors.ts';
import type { Site } from '../site.ts';
import type { Session } from './sessions.ts';

/** Return the time at which the staff pages close for a staff member, or null if they stay open. */
export function factorDue({ config }: Pick<Site, 'config'>, { user }: Session): Date | null {
  const since = user.staffWithoutFactorSince;
  return config.staffFactors && since ? new Date(since.getTime() + FACTOR_LIMITS.staffGraceMs) : null;
}

/**
 * Check that a staff member has a second factor, or joined the staff less than 14 days ago.
 * @throws AppError `factorRequired`
 */
export function assertStaffOpen(site: Pick<Site, 'config' | 'clock'>, session: Session): void {
  const due = factorDue(site, session);
  if (due && due <= site.clock.now()) throw new AppError('factorRequired');
}

/**
 * Check that a staff member has proved to be the owner of the account in the last 10 minutes, in this session: with the
 * second factor, or with the password if there is no second factor.
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
