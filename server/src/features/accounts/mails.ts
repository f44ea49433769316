import { siteUrl } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';

/** Queue the mail with the link that confirms an email address. */
export async function sendConfirmationMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  token: string,
) {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Confirm your address at Rivalhold',
    text: `Well met, ${to.username}!

Please confirm that this address is yours:

${siteUrl(site.config)}/confirm-email/${token}

The link works for seven days. If you did not sign up at Rivalhold, ignore this message.
`,
  });
}

/** Queue the mail with the link that resets a password. */
export async function sendPasswordResetMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  token: string,
) {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your password at Rivalhold',
    text: `Hello ${to.username},

somebody, we hope you, asked for a new password. Choose one here:

${siteUrl(site.config)}/reset-password/${token}

The link works once, for one hour. If it was not you, ignore this message: your password stays as it is.
`,
  });
}

/** Queue the mail that reports a password change. */
export async function sendPasswordChangedMail(site: Site, tx: Tx, to: { email: string; username: string }) {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your password at Rivalhold was changed',
    text: `Hello ${to.username},

your password has just been changed, and all your other sessions were signed out.

If it was not you, ask for a new one at once: ${siteUrl(site.config)}/forgot-password
or write to ${site.config.supportEmail}.
`,
  });
}

/** Queue the mail that informs the previous email address of the change. */
export async function sendAddressChangedMail(site: Site, tx: Tx, to: { email: string; username: string }) {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your address at Rivalhold was changed',
    text: `Hello ${to.username},

your account at Rivalhold now uses another e-mail address, and this one no longer belongs to it.

If it was not you, write to ${site.config.supportEmail} at once.
`,
  });
}
