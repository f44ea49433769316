import { siteUrl } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';
import { DENY_LABEL, DENY_TEXT } from '../accounts/service.ts';

type Recipient = { email: string; username: string };

/**
 * Queue the mail that reports an added, removed, replaced or used factor. `change` is a sentence about the
 * change, and `denyUrl` is the link that undoes it.
 */
export async function sendFactorMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { change, denyUrl }: { change: string; denyUrl: string },
) {
  await sendMail(site, tx, to, {
    subject: 'Your Rivalhold login settings were changed',
    text: [change, DENY_TEXT],
    button: { label: DENY_LABEL, url: denyUrl },
    more: [`If you need help, write to ${site.config.supportEmail}.`],
  });
}

/** Queue the mail that reports a copied passkey. */
export async function sendClonedPasskeyMail(site: Site, tx: Tx, to: Recipient, name: string) {
  await sendMail(site, tx, to, {
    subject: 'A copy of your Rivalhold passkey was used',
    text: [
      `Someone tried to use a copy of your passkey “${name}”. The passkey was removed, and all your sessions were logged out.`,
      'Log in again, and add a new passkey. If you use the device for other sites, replace its passkeys there, too.',
    ],
    button: { label: 'Log in', url: siteUrl(site.config) },
    more: [`If you need help, write to ${site.config.supportEmail}.`],
  });
}
