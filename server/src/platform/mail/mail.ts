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

/** A message to one person, in plain words. */
export type Mail = { to: string; subject: string; text: string };

const MAIL_JOB = 'mail';
/** A server that is away or full for hours loses nobody's link. */
const RETRY_OPTIONS = { retryLimit: 40, retryDelayMax: 600 };
/** How long it may say nothing, in ms: the mails behind wait as long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
type SealedMail = { sealed: string };

/** Makes mail a job: sent by SMTP, or laid as .eml files into `DATA_DIR/mail`, newest last by name. */
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
 * Sends a message if, and only if, the transaction is committed. It waits sealed: its link may open an account, and who
 * reads the table of jobs or a backup of it must not have that.
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
 * What sends by the mail server at this address, encrypted for `smtps:`, and for `smtp:` where the server offers it. A
 * password goes to another machine by an encrypted connection alone: who sits between could strike out the offer.
 */
export function openSmtp(address: string): (message: Message) => Promise<void> {
  const { username, password, hostname } = new URL(address);
  const isSecret = Boolean(username || password) && !isLoopbackHost(hostname);
  const transport = createTransport({ url: address, ...TIMEOUTS, ...(isSecret && { requireTLS: true }) });
  return async (message) => {
    await transport.sendMail(message);
  };
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
