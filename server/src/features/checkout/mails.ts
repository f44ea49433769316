import { packById, priceText } from '@rivalhold/shared/checkout/packs.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';
import type { Receipt } from './queries.ts';

export async function sendReceiptMail(site: Site, tx: Tx, receipt: Receipt): Promise<void> {
  const test = receipt.provider === 'sandbox';
  await sendMail(site, tx, {
    to: receipt.email,
    subject: `${test ? 'TEST: ' : ''}Your receipt from Rivalhold, payment ${receipt.id}`,
    text: `Hello ${receipt.username},

thank you. This is your receipt.
${test ? '\nThis was a test payment: no money was taken.\n' : ''}
Payment number: ${receipt.id}
Date: ${receipt.paid_at.toISOString().slice(0, 16).replace('T', ' ')} UTC
Bought: ${packById(receipt.pack)?.name} (${receipt.coins} coins)
Paid by card: ${priceText(receipt.cents)} USD

The coins are in your purse. Coins are non-refundable.

If something is wrong, write to ${site.config.supportEmail} with the payment number, never with a card number.
`,
  });
}
