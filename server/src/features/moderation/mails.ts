import { MODERATION_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';

/** Tells somebody who can no longer sign in why that is. */
export async function sendSuspensionMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  { until, reason }: { until: Date | null; reason: string },
): Promise<void> {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your account at Rivalhold is suspended',
    text: `Hello ${to.username},

${MODERATION_ERRORS.suspended(until, reason)}

If you think that this is a mistake, write to ${site.config.supportEmail}.
`,
  });
}
