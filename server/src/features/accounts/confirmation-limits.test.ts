import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import {
  atUrl,
  createTestApp,
  PASSWORD,
  signUpBody,
  type TestPlayer,
  uniqueName,
  useTestApp,
} from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { sendPasswordReset } from './passwords.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { signUp as signUpAccount } from './service.ts';
import { tokensFor } from './testing.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });

let addresses = 0;
/** Return the headers of a client in a new network, because sign-ups are limited per network. */
const elsewhere = () => ({ 'x-forwarded-for': `198.18.${addresses++}.1` });
async function signUp(email: string): Promise<TestPlayer> {
  const browser = app.browser();
  const username = uniqueName();
  const body = { ...signUpBody(username), email };
  const answer = await browser.call('POST /api/users', { body, headers: elsewhere() });
  expect(answer.status).toBe(201);
  return atUrl(app, { id: answer.body.user.id, username, cookies: browser.cookies });
}
const change = (player: TestPlayer, email: string) =>
  player.call('PATCH /api/profiles/profile', { body: { email, currentPassword: PASSWORD } });
const resend = (player: TestPlayer) => player.call('POST /api/users/me/confirmation', { body: {} });
const linksTo = async (email: string) => (await tokensFor(app, email, 'confirm-email')).length;

describe('the response to a sign-up', () => {
  it.each([
    [
      'reports whether a confirmation link is sent, which stops after three links to one mailbox',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      [true, true, true, false],
    ],
    ['reports that a site without a mail server sends no confirmation link', {}, [false]],
  ])('%s', async (_, env, expected) => {
    const site = await createTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', ...env } });
    try {
      const name = uniqueName().toLowerCase();
      const email = (tag: number) => `${name}${tag > 0 ? `+${tag}` : ''}@owner.test`;
      const sent = [];
      for (const tag of expected.keys()) {
        const body = { ...signUpBody(uniqueName()), email: email(tag) };
        sent.push(
          (await site.browser().call('POST /api/users', { body, headers: elsewhere() })).body.mailSent,
        );
      }
      expect(sent).toEqual(expected);
    } finally {
      await site.close();
    }
  });
});

describe('confirmation emails to one mailbox', () => {
  it('are limited to three a day in total for all spellings of its address', async () => {
    const name = uniqueName().toLowerCase();
    const victim = (tag: string) => `${name}${tag}@victim.test`;
    for (const tag of ['+a', '+b', '+c', '+d', '']) await signUp(victim(tag));
    for (const tag of ['+e', '+f']) {
      const attacker = await signUp(`${uniqueName()}@attacker.test`);
      await query(app.site.db, sql`update users set email_verified_at = now() where id = ${attacker.id}`);
      const { status, body } = await change(attacker, victim(tag));
      expect([status, body.errors]).toEqual([429, { email: EMAIL_CHANGE_TEXTS.tooManyLinks }]);
    }
    const all = await Promise.all(
      ['+a', '+b', '+c', '+d', '', '+e', '+f'].map((tag) => linksTo(victim(tag))),
    );
    expect(all).toEqual([1, 1, 0, 0, 1, 0, 0]);
  });

  it('are limited to three a day even for concurrent requests', async () => {
    const player = await signUp(`${uniqueName()}@owner.test`);
    const answers = await Promise.all([resend(player), resend(player), resend(player)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.message).toBe(EMAIL_CHANGE_TEXTS.resetInstead);
  });

  it('can still be requested by the mailbox owner after another player has tried to take the address', async () => {
    const owner = await signUp(`${uniqueName().toLowerCase()}@owner.test`);
    const email = (await owner.user())?.email ?? '';
    const attacker = await signUp(`${uniqueName()}@attacker.test`);
    for (let n = 0; n < 5; n++) expect((await change(attacker, email)).status).toBe(409);
    expect((await resend(owner)).status).toBe(200);
  });
});

it('an account can request at most five email changes a day', async () => {
  const player = await signUp(`${uniqueName()}@owner.test`);
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await change(player, `${uniqueName()}@next.test`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

describe('reset emails to one mailbox', () => {
  const resetsTo = async (email: string) => (await tokensFor(app, email, 'reset-password')).length;
  const { points } = RATE_LIMITS.resetAliases;
  /** Sign up without the sign-up route, because that route can require a captcha. */
  const create = (email: string, options = {}) =>
    signUpAccount(app.site.db, app.site, { ...signUpBody(uniqueName()), email }, options);

  it('are limited to ten a day for unconfirmed accounts that share the mailbox', async () => {
    const name = uniqueName().toLowerCase();
    const victim = (tag: string | number) => `${name}+${tag}@victim.test`;
    for (let n = 0; n <= points; n++) {
      await create(victim(n));
      await sendPasswordReset(app.site.db, app.site, victim(n));
    }
    const sent = await Promise.all(Array.from({ length: points + 1 }, (_, n) => resetsTo(victim(n))));
    expect(sent).toEqual([...Array.from({ length: points }, () => 1), 0]);

    // The limit does not apply to the plain address or to confirmed addresses.
    const plain = `${name}@victim.test`;
    await create(plain);
    await create(victim('owner'), { confirmed: true });
    for (const email of [plain, victim('owner')]) {
      await sendPasswordReset(app.site.db, app.site, email);
      expect(await resetsTo(email)).toBe(1);
    }
  });
});
