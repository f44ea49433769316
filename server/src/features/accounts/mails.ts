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
    subject: 'Confirm your email for Rivalhold',
    text: `Hi ${to.username},

Please confirm that this is your email address:

${siteUrl(site.config)}/confirm-email/${token}

The link works for seven days. If you didn't sign up for Rivalhold, ignore this email.
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
    subject: 'Reset your Rivalhold password',
    text: `Hi ${to.username},

Someone, hopefully you, asked to reset your password. Choose a new one here:

${siteUrl(site.config)}/reset-password/${token}

The link works once, within one hour. If it wasn't you, ignore this email. Your password stays the same.
`,
  });
}

/** Queue the mail that reports a password change. */
export async function sendPasswordChangedMail(site: Site, tx: Tx, to: { email: string; username: string }) {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your Rivalhold password was changed',
    text: `Hi ${to.username},

Your password was just changed, and all your other sessions were logged out.

If it wasn't you, request a new password now: ${siteUrl(site.config)}/forgot-password
Or write to ${site.config.supportEmail}.
`,
  });
}

/** Queue the mail to an address about its requested or completed replacement, with the link that undoes the change. */
export async function sendEmailChangeMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  { change, token }: { change: 'requested' | 'done'; token: string },
) {
  const isDone = change === 'done';
  await sendMail(site, tx, {
    to: to.email,
    subject: `Your Rivalhold email address ${isDone ? 'was' : 'is being'} changed`,
    text: `Hi ${to.username},

${
  isDone
    ? 'Your Rivalhold account now uses another email address.'
    : 'Someone, hopefully you, asked to use another email address for your Rivalhold account. It replaces this one as soon as it is confirmed.'
}

If it wasn't you, undo the change within seven days:

${siteUrl(site.config)}/undo-email/${token}

You keep this address, all sessions are logged out, and you choose a new password. If you need help, write to ${site.config.supportEmail}.
`,
  });
}

/** Queue the mail to a replaced address which says that the account uses its previous address again. */
export async function sendEmailRestoredMail(site: Site, tx: Tx, to: { email: string; username: string }) {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your Rivalhold email address was changed back',
    text: `Hi ${to.username},

Your Rivalhold account uses its previous email address again, and no longer this one.

If it wasn't you, write to ${site.config.supportEmail}.
`,
  });
}
