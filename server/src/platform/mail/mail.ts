import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { type Config, isLoopbackHost } from '../config.ts';
import type { Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { seal, unseal } from '../security/encryption.ts';
import type { Site } from '../site.ts';

/** A plain-text email to one recipient. */
export type Mail = { to: string; subject: string; text: string };

const MAIL_JOB = 'mail';
/** Long enough for no email to be lost while the mail server is down for hours. */
const RETRY_OPTIONS = { retryLimit: 40, retryDelayMax: 600 };
/** Timeouts in ms; the emails behind wait as long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
type SealedMail = { sealed: string };

/**
 * Define the job that sends mail: by SMTP, or without a server as .eml files in `DATA_DIR/mail`, sorted by
 * time.
 */
export function defineMailJob(jobs: Jobs, config: Config): void {
  const deliver = config.smtpUrl
    ? openSmtp(config.smtpUrl)
    : openMailFolder(path.join(config.dataDir, 'mail'));
  jobs.define<SealedMail>(MAIL_JOB, {
    retry: RETRY_OPTIONS,
    run: ({ sealed }) => {
      const mail = JSON.parse(unseal(config.sessionSecret, MAIL_JOB, sealed)) as Mail;
      return deliver({ from: config.mailFrom, ...mail });
    },
  });
}

/**
 * Send an email if and only if the transaction commits. The job stores it encrypted: its link may give access
 * to an account, and readers of the job table or of a backup must not have that.
 */
export const sendMail = (
  { jobs, config }: Pick<Site, 'jobs' | 'config'>,
  tx: Tx,
  mail: Mail,
): Promise<void> =>
  jobs.send(tx, MAIL_JOB, {
    sealed: seal(config.sessionSecret, MAIL_JOB, JSON.stringify(mail)),
  } satisfies SealedMail);

type Message = Mail & { from: string };

/**
 * Return a function that sends by the mail server at a URL: encrypted for `smtps:`, and for `smtp:` if the
 * server supports it. A password goes to another machine only over an encrypted connection: an attacker in
 * between could remove the STARTTLS offer.
 */
export function openSmtp(address: string): (message: Message) => Promise<void> {
  const { username, password, hostname } = new URL(address);
  const isSecret = Boolean(username || password) && !isLoopbackHost(hostname);
  const transport = createTransport({ url: address, ...TIMEOUTS, ...(isSecret && { requireTLS: true }) });
  return async (message) => {
    await transport.sendMail(message).catch((error: unknown) => Promise.reject(withoutAddresses(error)));
  };
}

type MailServerError = { code?: string; command?: string; response?: string; responseCode?: number };

/**
 * Return an error without the text of the mail server, which often quotes the recipient: logs and the job table must not
 * have addresses.
 */
function withoutAddresses(error: unknown): unknown {
  const { code, command, response, responseCode } = error as MailServerError;
  if (response === undefined) return error;
  const facts = [code, responseCode, command?.split(' ', 1)[0]?.split(':', 1)[0]].filter(Boolean);
  return new Error(`The mail server did not accept an email (${facts.join(' ') || 'unknown error'})`);
}

function openMailFolder(directory: string): (message: Message) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (message) => {
    makePrivateFolder(directory);
    const { message: text } = await transport.sendMail(message);
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(path.join(directory, name), text as Buffer);
  };
}
