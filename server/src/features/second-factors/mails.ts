import {
  COPIED_PASSKEY_EMAIL,
  SECOND_FACTOR_EMAIL,
  SHARED_EMAIL_TEXTS,
} from '@rivalhold/shared/texts/emails.ts';
import { siteUrl } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';

type Recipient = { email: string; username: string };

/**
 * Queue the email that reports an added, removed, replaced or used factor. `change` is a sentence about the
 * change, and `denyUrl` is the link that undoes it.
 */
export async function sendFactorMail(
  site: Site,
  tx: Tx,
  to: Recipient,
  { change, denyUrl }: { change: string; denyUrl: string },
) {
  await sendMail(site, tx, to, {
    subject: SECOND_FACTOR_EMAIL.subject,
    text: [change, SHARED_EMAIL_TEXTS.denyText],
    button: { label: SHARED_EMAIL_TEXTS.deny, url: denyUrl },
    more: [SHARED_EMAIL_TEXTS.help(site.config.supportEmail)],
  });
}

/** Queue the email that warns a player that a passkey was copied. */
export async function sendClonedPasskeyMail(site: Site, tx: Tx, to: Recipient, name: string) {
  const { subject, text, advice, button } = COPIED_PASSKEY_EMAIL;
  await sendMail(site, tx, to, {
    subject,
    text: [text(name), advice],
    button: { label: button, url: siteUrl(site.config) },
    more: [SHARED_EMAIL_TEXTS.help(site.config.supportEmail)],
  });
}
