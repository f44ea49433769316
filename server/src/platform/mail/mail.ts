import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { type Config, isLoopbackHost, siteUrl } from '../config.ts';
import { queryExists, sql, type Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { decrypt, encrypt } from '../security/encryption.ts';
import type { Site } from '../site.ts';
import { type MailContent, mailHtml, mailText } from './template.ts';

/** A rendered email to one recipient. */
type Mail = { to: string; subject: string; text: string; html: string };

const MAIL_JOB = 'mail';
/**
 * Retries of an email. They continue for hours, so that an outage of the mail server does not lose emails.
 */
const RETRY_OPTIONS = { retryLimit: 40, retryDelayMax: 600 };
/** Timeouts in ms. They are short, because all later emails wait for the current email. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
type SealedMail = { sealed: string };

/**
 * Define the job that sends emails by SMTP. If no mail server is configured, the job writes .eml files to
 * `DATA_DIR/mail`, with names that begin with the time. If the mail server permanently rejects an address,
 * the job logs this and does not fail, because a retry would not help.
 */
export function defineMailJob(jobs: Jobs, config: Config, log: Logger): void {
  const deliver = config.smtpUrl
    ? openSmtp(config.smtpUrl)
    : openMailFolder(path.join(config.dataDir, 'mail'));
  jobs.define<SealedMail>(MAIL_JOB, {
    retry: RETRY_OPTIONS,
    run: async ({ sealed }) => {
      const mail = JSON.parse(decrypt(config.sessionSecret, MAIL_JOB, sealed)) as Mail;
      await deliver({ from: config.mailFrom, ...mail }).catch((error: unknown) => {
        if (!(error instanceof RecipientRejectedError)) throw error;
        log.warn({ err: error }, 'recipient rejected');
      });
    },
  });
}

/**
 * Send an email if the transaction commits. The greeting contains the username only if the player with this name
 * has confirmed the address. Without this rule, anyone could send a link to a stranger by signing up with the
 * stranger's address and a name that looks like a link. The job contains the email in encrypted form, because
 * people who can read the job table or a backup must not see links that give access to accounts.
 */
export async function sendMail(
  { jobs, config }: Pick<Site, 'jobs' | 'config'>,
  tx: Tx,
  to: { email: string; username: string },
  content: Omit<MailContent, 'username'>,
): Promise<void> {
  const isConfirmed = await queryExists(
    tx,
    sql`select 1 from users
         where email = ${to.email} and username = ${to.username}
           and email_verified_at is not null and deleted_at is null`,
  );
  const named = { ...content, username: isConfirmed ? to.username : null };
  const mail: Mail = {
    to: to.email,
    subject: content.subject,
    text: mailText(named, siteUrl(config)),
    html: mailHtml(named, siteUrl(config)),
  };
  await jobs.send(tx, MAIL_JOB, {
    sealed: encrypt(config.sessionSecret, MAIL_JOB, JSON.stringify(mail)),
  } satisfies SealedMail);
}

type Message = Mail & { from: string };
/**
 * Headers of all emails. Auto-Submitted tells auto-responders not to answer (RFC 3834). No email is a newsletter, so
 * List-Unsubscribe is not needed.
 */
const HEADERS = { 'Auto-Submitted': 'auto-generated' };

/**
 * Return a function that sends emails through the mail server at a URL. The connection is encrypted for `smtps:`, and
 * for `smtp:` if the server supports this. If a password is sent to another machine, encryption is required, because an
 * attacker on the network could remove the server's STARTTLS offer.
 */
export function openSmtp(address: string): (message: Message) => Promise<void> {
  const { username, password, hostname } = new URL(address);
  const isSecret = Boolean(username || password) && !isLoopbackHost(hostname);
  const transport = createTransport({ url: address, ...TIMEOUTS, ...(isSecret && { requireTLS: true }) });
  return async (message) => {
    await transport
      .sendMail({ ...message, headers: HEADERS })
      .catch((error: unknown) => Promise.reject(withoutAddresses(error)));
  };
}

/** Error for a recipient's address that the mail server has permanently rejected. */
export class RecipientRejectedError extends Error {}

type MailServerError = { code?: string; command?: string; response?: string; responseCode?: number };

/**
 * Return the error without the mail server's message, which often quotes the recipient. Logs and the job table must not
 * contain email addresses. For a rejected address, the returned error is a `RecipientRejectedError`.
 */
function withoutAddresses(error: unknown): unknown {
  const { code, command, response, responseCode } = error as MailServerError;
  if (response === undefined) return error;
  const facts = [code, responseCode, command?.split(' ', 1)[0]?.split(':', 1)[0]].filter(Boolean);
  const message = `The mail server did not accept an email (${facts.join(' ') || 'unknown error'})`;
  return isRecipientRejected(error as MailServerError)
    ? new RecipientRejectedError(message)
    : new Error(message);
}

/**
 * Report whether the mail server permanently rejected the address (550 to 553). A rejection with the enhanced status
 * 5.7 (RFC 3463) is not about the address. It means that the server does not accept this site's emails, for example
 * because it requires a login.
 */
const isRecipientRejected = ({ command, response = '', responseCode = 0 }: MailServerError): boolean =>
  command === 'RCPT TO' && responseCode >= 550 && responseCode <= 553 && !/^\d{3}[ -]5\.7\./.test(response);

function openMailFolder(directory: string): (message: Message) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (message) => {
    makePrivateFolder(directory);
    const { message: text } = await transport.sendMail({ ...message, headers: HEADERS });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(path.join(directory, name), text as Buffer);
  };
}
