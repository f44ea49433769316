import { utcTime } from '@rivalhold/shared/dates.ts';
import { nameDevice } from '@rivalhold/shared/devices.ts';
import {
  CONFIRMATION_EMAIL,
  EMAIL_CHANGE_EMAIL,
  EMAIL_RESTORED_EMAIL,
  LOGIN_EMAIL,
  PASSWORD_CHANGED_EMAIL,
  PASSWORD_RESET_EMAIL,
  SHARED_EMAIL_TEXTS,
} from '@rivalhold/shared/texts/emails.ts';
import { siteUrl } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';

type Recipient = { email: string; username: string };

/** Queue the email with the link that confirms an email address. */
export async function sendConfirmationMail(site: Site, tx: Tx, to: Recipient, token: string) {
  const { subject, text, button, more } = CONFIRMATION_EMAIL;
  await sendMail(site, tx, to, {
    subject,
    text: [text],
    button: { label: button, url: `${siteUrl(site.config)}/confirm-email/${token}` },
    more: [more],
  });
}

/** Return the link that resets a password. */
export const resetLink = (site: Site, token: string): string =>
  `${siteUrl(site.config)}/reset-password/${token}`;

/**
 * Queue the email with the link that resets a password. The reason is `requested` if someone asked for the link, or
 * `secured` if the player has secured the account and the old password therefore no longer works.
 */
export async function sendPasswordResetMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { reason, token }: { reason: 'requested' | 'secured'; token: string },
) {
  const {
    subject,
    button,
    [reason]: { text, more },
  } = PASSWORD_RESET_EMAIL;
  await sendMail(site, tx, to, {
    subject,
    text: [text],
    button: { label: button, url: resetLink(site, token) },
    more: [more],
  });
}

/** Queue the email that reports a password change. */
export async function sendPasswordChangedMail(site: Site, tx: Tx, to: Recipient) {
  const { subject, text, advice, button, more } = PASSWORD_CHANGED_EMAIL;
  await sendMail(site, tx, to, {
    subject,
    text: [text, advice],
    button: { label: button, url: `${siteUrl(site.config)}/forgot-password` },
    more: [more(site.config.supportEmail)],
  });
}

/**
 * Queue the email that notifies the old address of a requested or completed change. It contains the link that undoes
 * the change.
 */
export async function sendEmailChangeMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { change, token }: { change: 'requested' | 'done'; token: string },
) {
  const {
    [change]: { subject, text },
    advice,
    button,
    more,
  } = EMAIL_CHANGE_EMAIL;
  await sendMail(site, tx, to, {
    subject,
    text: [text, advice],
    button: { label: button, url: `${siteUrl(site.config)}/undo-email/${token}` },
    more: [more(site.config.supportEmail)],
  });
}

/** Return the link that denies a sign-in or a change to the account. */
export const denyLink = (site: Site, token: string): string =>
  `${siteUrl(site.config)}/deny-sign-in/${token}`;

/** Queue the email that reports a sign-in with a new browser. It contains the link that denies the sign-in. */
export async function sendSignInMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { device, address, at, denyUrl }: { device: string; address: string; at: Date; denyUrl: string },
) {
  await sendMail(site, tx, to, {
    subject: LOGIN_EMAIL.subject,
    text: [LOGIN_EMAIL.text, LOGIN_EMAIL.advice],
    details: [
      // Do not name an unknown browser, because its name can be any text, such as a link.
      [LOGIN_EMAIL.browser, nameDevice(device).text ?? LOGIN_EMAIL.unknownBrowser],
      [LOGIN_EMAIL.address, address],
      [LOGIN_EMAIL.time, utcTime(at)],
    ],
    button: { label: SHARED_EMAIL_TEXTS.deny, url: denyUrl },
    more: [SHARED_EMAIL_TEXTS.help(site.config.supportEmail)],
  });
}

/** Queue the email to an address that is no longer used, because the account uses its previous address again. */
export async function sendEmailRestoredMail(site: Site, tx: Tx, to: Recipient) {
  const { subject, text, advice } = EMAIL_RESTORED_EMAIL;
  await sendMail(site, tx, to, {
    subject,
    text: [text, advice(site.config.supportEmail)],
  });
}
