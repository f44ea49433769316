import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { sendConfirmationMail } from './mails.ts';
import { createEmailToken } from './queries.ts';

/** Send an email confirmation link and invalidate the previous one. */
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
