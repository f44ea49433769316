import { siteUrl } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';

/** The link leads to the page, where its owner signs in: whoever reads the mail has not got the file. */
export async function sendExportReadyMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  { link, until }: { link: string; until: Date },
): Promise<void> {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your data at Rivalhold is ready',
    text: `Hello ${to.username},

the copy of your data that you asked for is ready. Download it here, signed in:

${siteUrl(site.config)}${link}

It is deleted on ${until.toISOString().slice(0, 10)}. If it was not you who asked, change your password.
`,
  });
}
