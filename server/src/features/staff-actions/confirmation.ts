import { randomBytes } from 'node:crypto';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_LIMIT_TEXTS as TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { invalidFieldsError } from '../../platform/errors.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';
import { type AccountLock, verifyPassword } from '../accounts/service.ts';

/** The proof of a staff member's identity. */
export type Confirmation = { password: string };

/**
 * Verify a staff member's identity. Call this before the transaction. Only wrong passwords count towards a limit, so
 * an admin with the correct password can confirm many actions in a row. All staff actions that need a confirmation call
 * this function, so stronger methods, such as passkeys, can be added here.
 * @returns a function that locks the account if the confirmation is still valid.
 * @throws AppError `invalid` for a wrong password; `tooOften` after too many wrong passwords.
 */
export function confirmStaffIdentity(
  db: Db,
  site: Site,
  userId: number,
  { password }: Confirmation,
): Promise<AccountLock> {
  const refusal = invalidFieldsError({ password: TEXTS.wrongPassword });
  return verifyPassword(db, site, { userId, password, refusal, resetsLimit: true });
}

const CODE_BYTES = 8;

/** Send a new confirmation code by email, and return its hash. */
export async function sendCode(tx: Tx, site: Site, to: { email: string; username: string }): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('hex').toUpperCase();
  const { codeSubject: subject, code: label, codeText, codeWarning } = TEXTS;
  await sendMail(site, tx, to, {
    subject,
    text: [codeText(LIMITS.staffCodeMs / MINUTE)],
    details: [[label, code]],
    more: [codeWarning],
  });
  return hashToken(code);
}

/** Throw AppError `invalid` unless a code equals the sent code and is still valid. */
export function assertCode(
  sent: string | null | undefined,
  { code_hash: hash, code_expires_at: expiresAt }: { code_hash: string | null; code_expires_at: Date | null },
  now: Date,
): void {
  const isValid = hash !== null && expiresAt !== null && expiresAt > now;
  if (!isValid || hashToken((sent ?? '').trim().toUpperCase()) !== hash)
    throw invalidFieldsError({ code: TEXTS.wrongCode });
}
