import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { sendConfirmationMail } from './mails.ts';
import { createEmailToken } from './queries.ts';

/** Mails a link that shows that an address is the player's; a new one voids the old. */
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
