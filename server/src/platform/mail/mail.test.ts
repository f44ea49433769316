import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseMail } from '../../features/accounts/testing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { FakeMailServer } from '../../testing/mail.ts';
import { query } from '../../testing/queries.ts';
import { sql, transaction } from '../db/db.ts';
import { createLog } from '../observability/log.ts';
import { openSmtp, sendMail } from './mail.ts';

const mail = new FakeMailServer();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${await mail.start()}` } });
});
afterAll(async () => {
  await app.close();
  await mail.stop();
});

it('sends each email once, and retries after temporary failures', async () => {
  mail.isRejecting = true;
  const { username } = await app.player();
  const address = `${username.toLowerCase()}@test.invalid`;
  await expect.poll(() => mail.refused).toBe(1);
  expect(mail.received).toEqual([]);
  mail.isRejecting = false;
  // Make the retry due immediately.
  await expect
    .poll(async () => {
      await query(
        app.site.db,
        sql`update jobs.job set start_after = now() where name = 'mail' and state = 'retry'`,
      );
      return mail.messagesTo(address);
    })
    .toHaveLength(1);
  expect(mail.messagesTo(address)[0]).toContain('From: Rivalhold <no-reply@rivalhold.invalid>');
  const left = sql`select retry_limit from jobs.job where name = 'mail' and state <> 'completed'`;
  await expect.poll(() => query(app.site.db, left)).toEqual([]);
  expect(mail.received).toHaveLength(1);
});

it('sends plain text and HTML, without newsletter headers', async () => {
  const { username } = await app.player();
  const address = `${username.toLowerCase()}@test.invalid`;
  await expect.poll(() => mail.messagesTo(address)).toHaveLength(1);
  const source = mail.received.find((one) => one.includes(`To: ${address}`)) ?? '';
  const { headers, text, html, to } = await parseMail(source);
  expect(to).toBe(address);
  expect(headers['content-type']).toContain('multipart/alternative');
  expect(source.indexOf('Content-Type: text/plain')).toBeLessThan(source.indexOf('Content-Type: text/html'));
  expect(headers['auto-submitted']).toBe('auto-generated');
  expect(headers).not.toHaveProperty('list-unsubscribe');
  const [link = ''] = /http\S+confirm-email\S+/.exec(text) ?? [];
  expect(html).toContain(`href="${link}"`);
});

it('greets a player by name only if the address is confirmed', async () => {
  const player = await app.player('free-coins.example');
  const address = 'free-coins.example@test.invalid';
  const lastMail = async (count: number) => {
    await expect.poll(() => mail.messagesTo(address)).toHaveLength(count);
    const source = mail.received.findLast((one) => one.includes(`To: ${address}`)) ?? '';
    const { text, html } = await parseMail(source);
    return text + html;
  };
  const first = await lastMail(1);
  expect(first).toContain('Hi,');
  expect(first.replaceAll(address, '')).not.toContain('free-coins');

  await query(app.site.db, sql`update users set email_verified_at = now() where id = ${player.id}`);
  await app.browser().call('POST /api/users/forgot-password', { body: { email: address } });
  expect(await lastMail(2)).toContain('Hi free-coins.example,');
});

it('does not greet a player by name if the address belongs to another account', async () => {
  const [victim, attacker] = [await app.player(), await app.player('free-gold.example')];
  const email = `${victim.username.toLowerCase()}@test.invalid`;
  await query(
    app.site.db,
    sql`update users set email_verified_at = now() where id in (${victim.id}, ${attacker.id})`,
  );
  const greet = (username: string) =>
    transaction(app.site.db, (tx) =>
      sendMail(app.site, tx, { email, username }, { subject: 'Hail', text: [`To ${username}`] }),
    );
  await greet(attacker.username);
  await greet(victim.username);
  const hails = () => mail.received.filter((one) => one.includes(`To: ${email}`) && one.includes('Hail'));
  await expect.poll(hails).toHaveLength(2);
  const texts = await Promise.all(hails().map(async (source) => (await parseMail(source)).text));
  expect(texts.find((text) => text.includes(`To ${attacker.username}`))).toMatch(/^Hi,/);
  expect(texts.find((text) => text.includes(`To ${victim.username}`))).toMatch(
    new RegExp(`^Hi ${victim.username},`),
  );
});

it('sends the SMTP password only over an encrypted connection', async () => {
  const passwords: unknown[] = [];
  const offersNothing = new FakeMailServer({
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => {
      passwords.push(password);
      done(null, { user: 'gate' });
    },
  });
  const port = await offersNothing.start();
  const message = {
    from: 'no-reply@test.invalid',
    to: 'one@test.invalid',
    subject: 'Hail',
    text: 'Hail',
    html: '<p>Hail</p>',
  };
  // 0.0.0.0 reaches this machine but does not count as a loopback address, so a password requires encryption.
  await expect(openSmtp(`smtp://gate:secret@0.0.0.0:${port}`)(message)).rejects.toThrow(/STARTTLS|TLS/);
  expect([passwords, offersNothing.received]).toEqual([[], []]);
  await openSmtp(`smtp://0.0.0.0:${port}`)(message);
  await openSmtp(`smtp://gate:secret@127.0.0.1:${port}`)(message);
  expect([passwords, offersNothing.received.length]).toEqual([['secret'], 2]);
  await offersNothing.stop();
});

it('keeps email addresses out of errors', async () => {
  const strict = new FakeMailServer({
    onRcptTo: ({ address }, _, done) =>
      done(Object.assign(new Error(`<${address}> does not exist`), { responseCode: 550 })),
  });
  const port = await strict.start();
  const message = {
    from: 'no-reply@test.invalid',
    to: 'secret.person@test.invalid',
    subject: 'Hail',
    text: 'Hail',
    html: '<p>Hail</p>',
  };
  const error = await openSmtp(`smtp://127.0.0.1:${port}`)(message).catch((thrown: unknown) => thrown);
  expect(inspect(error, { depth: 9 })).not.toContain('secret.person');
  expect(String(error)).toContain('EENVELOPE 550');
  await strict.stop();
});

it('does not retry if the mail server permanently rejects an address', async () => {
  const rejections = ['5.1.1 No such user', '5.7.1 Relaying denied'];
  const strict = new FakeMailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error(rejections[0]), { responseCode: 550 })),
  });
  const port = await strict.start();
  const lines: { msg: string; err?: { message: string } }[] = [];
  const site = await createTestApp({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    log: createLog('warn', { write: (line) => lines.push(JSON.parse(line)) }),
  });
  const states = () =>
    query(site.site.db, sql`select state from jobs.job where name = 'mail' order by state`);
  const ofMail = () =>
    lines.filter(({ err }) => err?.message.includes('EENVELOPE 550')).map(({ msg }) => msg);
  await site.player();
  await expect.poll(states).toEqual([{ state: 'completed' }]);
  expect(ofMail()).toEqual(['recipient rejected']);
  expect(site.site.metrics.recent.outcomeOf('job mail')).toMatchObject({ ok: true });
  // The mail server now rejects all emails of this site. This is not about the address, so the job must be retried.
  rejections.shift();
  await site.player();
  await expect.poll(states).toContainEqual({ state: 'retry' });
  expect(ofMail()).toEqual(['recipient rejected', 'job failed']);
  expect(site.site.metrics.recent.outcomeOf('job mail')).toMatchObject({ ok: false });
  await site.close();
  await strict.stop();
});
