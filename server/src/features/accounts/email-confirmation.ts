import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, hasCode } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { isAlias, mailboxHash } from './mailboxes.ts';
import { sendConfirmationMail } from './mails.ts';
import { createEmailToken } from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/** Send an email confirmation link and invalidate the previous one. Call `countConfirmation` first. */
export async function sendEmailConfirmation(
  tx: Tx,
  site: Site,
  user: { id: number; email: string; username: string },
): Promise<void> {
  const token = await createEmailToken(tx, {
    userId: user.id,
    kind: 'confirm',
    email: user.email,
    at: site.clock.now(),
    lifeMs: LIMITS.confirmTokenMs,
  });
  await sendConfirmationMail(site, tx, user, token);
}

/**
 * Count a confirmation email towards the daily limit of a mailbox. All accounts that use this mailbox share the limit.
 * If strangers have used it up, the owner of the mailbox can still confirm the address with a password reset.
 * @throws AppError `tooOften` if the mailbox must not receive another confirmation email today
 */
export async function countConfirmation(
  site: Site,
  email: string,
  message: string = EMAIL_CHANGE_TEXTS.tooManyLinks,
): Promise<void> {
  try {
    const mailbox = mailboxHash(site, email);
    if (isAlias(email)) await site.limits.consume(RATE_LIMITS.confirmationAliases, mailbox);
    await site.limits.consume(RATE_LIMITS.confirmationReceiver, mailbox);
  } catch (error) {
    if (!hasCode(error, 'tooOften')) throw error;
    const { retryAfter } = error;
    throw new AppError('tooOften', message, {
      errors: { email: message },
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
}

/**
 * Count a confirmation email like `countConfirmation`, and return false if the mailbox must not receive another one
 * today.
 */
export async function tryCountConfirmation(site: Site, email: string): Promise<boolean> {
  try {
    await countConfirmation(site, email);
    return true;
  } catch (error) {
    if (hasCode(error, 'tooOften')) return false;
    throw error;
  }
}
