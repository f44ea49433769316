import { formatCount } from '@rivalhold/shared/format-number.ts';
import { siteUrl } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';

type Recipient = { email: string; username: string };

const resetButton = (site: Site) => ({
  label: 'Request a new password',
  url: `${siteUrl(site.config)}/forgot-password`,
});

/** Queue the mail that reports an added, removed or replaced factor. `change` is a sentence about it. */
export async function sendFactorMail(site: Site, tx: Tx, to: Recipient, change: string) {
  await sendMail(site, tx, to, {
    subject: 'Your Rivalhold login settings were changed',
    text: [change, "If it wasn't you, request a new password now, and check your passkeys in Settings."],
    button: resetButton(site),
    more: [`Or write to ${site.config.supportEmail}.`],
  });
}

/** Queue the mail that reports a login with a recovery code. */
export async function sendRecoveryCodeMail(site: Site, tx: Tx, to: Recipient, left: number) {
  await sendFactorMail(
    site,
    tx,
    to,
    `Someone, hopefully you, just logged in with a recovery code. You have ${formatCount(left, 'code')} left.`,
  );
}

/** Queue the mail that reports a copied passkey. */
export async function sendClonedPasskeyMail(site: Site, tx: Tx, to: Recipient, name: string) {
  await sendMail(site, tx, to, {
    subject: 'A copy of your Rivalhold passkey was used',
    text: [
      `Someone tried to log in with a copy of your passkey “${name}”. The passkey was removed, and all your sessions were logged out.`,
      'Log in again, and add a new passkey. If you use the device for other sites, replace its passkeys there, too.',
    ],
    button: { label: 'Log in', url: siteUrl(site.config) },
    more: [`If you need help, write to ${site.config.supportEmail}.`],
  });
}
