import { utcTime } from '@rivalhold/shared/dates.ts';
import { nameDevice } from '@rivalhold/shared/devices.ts';
import { siteUrl } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';

type Recipient = { email: string; username: string };

/** Queue the mail with the link that confirms an email address. */
export async function sendConfirmationMail(site: Site, tx: Tx, to: Recipient, token: string) {
  await sendMail(site, tx, to, {
    subject: 'Confirm your email for Rivalhold',
    text: ['Please confirm that this is your email address.'],
    button: { label: 'Confirm your email', url: `${siteUrl(site.config)}/confirm-email/${token}` },
    more: ["The link works for seven days. If you didn't sign up for Rivalhold, ignore this email."],
  });
}

/** Return the link that resets a password. */
export const resetLink = (site: Site, token: string): string =>
  `${siteUrl(site.config)}/reset-password/${token}`;

/**
 * Queue the mail with the link that resets a password. The reason is `requested` if someone asked for the link, or
 * `secured` if the player has secured the account and the old password therefore no longer works.
 */
export async function sendPasswordResetMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { reason, token }: { reason: 'requested' | 'secured'; token: string },
) {
  const isRequested = reason === 'requested';
  const link = 'The link works once, within one hour.';
  await sendMail(site, tx, to, {
    subject: 'Reset your Rivalhold password',
    text: [
      isRequested
        ? 'Someone, hopefully you, asked to reset your password.'
        : 'You secured your account, so your old password no longer works.',
    ],
    button: { label: 'Choose a new password', url: resetLink(site, token) },
    more: [
      isRequested
        ? `${link} If it wasn't you, ignore this email. Your password stays the same.`
        : `${link} After that, choose “Forgot password?” on the login page to get a new link.`,
    ],
  });
}

/** Queue the mail that reports a password change. */
export async function sendPasswordChangedMail(site: Site, tx: Tx, to: Recipient) {
  await sendMail(site, tx, to, {
    subject: 'Your Rivalhold password was changed',
    text: [
      'Your password was just changed, and all your other sessions were logged out.',
      "If it wasn't you, request a new password now.",
    ],
    button: { label: 'Request a new password', url: `${siteUrl(site.config)}/forgot-password` },
    more: [`Or write to ${site.config.supportEmail}.`],
  });
}

/**
 * Queue the mail that notifies the old address of a requested or completed change. It contains the link that undoes the
 * change.
 */
export async function sendEmailChangeMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { change, token }: { change: 'requested' | 'done'; token: string },
) {
  const isDone = change === 'done';
  await sendMail(site, tx, to, {
    subject: `Your Rivalhold email address ${isDone ? 'was' : 'is being'} changed`,
    text: [
      isDone
        ? 'Your Rivalhold account now uses another email address.'
        : 'Someone, hopefully you, asked to use another email address for your Rivalhold account. Once it is confirmed, it replaces this address.',
      "If it wasn't you, undo the change within seven days.",
    ],
    button: { label: 'Undo the change', url: `${siteUrl(site.config)}/undo-email/${token}` },
    more: [
      `If you undo it, you keep this address, all sessions are logged out, and you choose a new password. If you need help, write to ${site.config.supportEmail}.`,
    ],
  });
}

/** The button label and the advice in mails that report a sign-in or a change to the account. */
export const DENY_LABEL = "This wasn't me";
export const DENY_TEXT =
  "If it wasn't you, use the link below within seven days to log out all sessions and choose a new password.";

/** Return the link that denies a sign-in or a change to the account. */
export const denyLink = (site: Site, token: string): string =>
  `${siteUrl(site.config)}/deny-sign-in/${token}`;

/** Queue the mail that reports a sign-in with a new browser. It contains the link that denies the sign-in. */
export async function sendSignInMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { device, address, at, denyUrl }: { device: string; address: string; at: Date; denyUrl: string },
) {
  await sendMail(site, tx, to, {
    subject: 'New login to your Rivalhold account',
    text: [
      'Someone, hopefully you, just logged in to your account with a new browser.',
      `If it was you, ignore this email. ${DENY_TEXT}`,
    ],
    details: [
      // Do not name an unknown browser, because its name can be any text, such as a link.
      ['Browser', nameDevice(device).text ?? 'unknown'],
      ['IP address', address],
      ['Time', utcTime(at)],
    ],
    button: { label: DENY_LABEL, url: denyUrl },
    more: [`If you need help, write to ${site.config.supportEmail}.`],
  });
}

/** Queue the mail to a replaced address. It says that the account uses its previous address again. */
export async function sendEmailRestoredMail(site: Site, tx: Tx, to: Recipient) {
  await sendMail(site, tx, to, {
    subject: 'Your Rivalhold email address was changed back',
    text: [
      'Your Rivalhold account uses its previous email address again. It no longer uses this address.',
      `If it wasn't you, write to ${site.config.supportEmail}.`,
    ],
  });
}
