import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { run } from '../../platform/db/db.ts';
import { unseal } from '../../platform/security/seal.ts';
import type { TestApp } from '../../testing/app.ts';

export type SentMail = { to: string; subject: string; text: string };

/** The messages this site has laid into its mail folder, oldest first. */
export function readMails({ site }: TestApp): SentMail[] {
  const folder = path.join(site.config.dataDir, 'mail');
  let names: string[] = [];
  try {
    names = readdirSync(folder).sort();
  } catch {
    // No mail has been sent yet.
  }
  return names.map((name) => parseMail(readFileSync(path.join(folder, name), 'utf8')));
}

/** Waits until the last message to `to` has `inText` in it. */
export const waitForMail = (app: TestApp, to: string, inText: string): Promise<SentMail> =>
  waitFor(() => {
    const mails = readMails(app);
    const mail = mails.findLast((one) => one.to === to && one.text.includes(inText));
    if (mail === undefined) throw new Error(`No mail to ${to} with “${inText}”: ${JSON.stringify(mails)}`);
    return mail;
  });

function parseMail(source: string): SentMail {
  const end = source.indexOf('\n\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(source.slice(0, end))?.[1] ?? '';
  const text = source.slice(end + 2);
  return {
    to: header('To'),
    subject: header('Subject'),
    text: header('Content-Transfer-Encoding') === 'quoted-printable' ? decodeQuoted(text) : text,
  };
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** The token at the end of a mailed link. */
export const tokenIn = (mail: SentMail): string =>
  /\/(?:confirm-email|reset-password)\/([\w-]+)/.exec(mail.text)?.[1] ?? '';

/** The mailed tokens to `to` that have been asked for, oldest first: straight from the jobs, before they are sent. */
export async function tokensFor({ site }: TestApp, to: string, page: 'confirm-email' | 'reset-password') {
  const rows = await run<{ sealed: string }>(
    site.db,
    "select data->>'sealed' as sealed from jobs.job where name = 'mail' order by created_on",
    [],
  );
  return rows
    .map(({ sealed }) => JSON.parse(unseal(site.config.sessionSecret, 'mail', sealed)) as SentMail)
    .filter((mail) => mail.to === to && mail.text.includes(`/${page}/`))
    .map(tokenIn);
}
