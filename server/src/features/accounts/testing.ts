import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { accounts } from '@rivalhold/shared/contract/accounts.ts';
import PostalMime from 'postal-mime';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { decrypt } from '../../platform/security/encryption.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import { PASSWORD } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

export type SentMail = { to: string; subject: string; text: string; html: string };

/** Return the emails in the site's mail folder, oldest first. */
export async function readMails({ site }: TestApp): Promise<SentMail[]> {
  const folder = path.join(site.config.dataDir, 'mail');
  let names: string[] = [];
  try {
    names = readdirSync(folder).sort();
  } catch {
    // The folder does not exist, because no email has been sent yet.
  }
  return Promise.all(names.map(async (name) => parseMail(await readFile(path.join(folder, name)))));
}

/** Wait for an email to `to` that contains `inText`, and return the latest such email. */
export const waitForMail = (app: TestApp, to: string, inText: string): Promise<SentMail> =>
  waitFor(async () => {
    const mails = await readMails(app);
    const mail = mails.findLast((one) => one.to === to && one.text.includes(inText));
    if (mail === undefined) throw new Error(`No mail to ${to} with “${inText}”: ${JSON.stringify(mails)}`);
    return mail;
  });

/** Parse an email. The headers are keyed by their lower-case names. */
export async function parseMail(
  source: Buffer | string,
): Promise<SentMail & { headers: Record<string, string> }> {
  const { to, subject = '', text = '', html = '', headers } = await PostalMime.parse(source);
  return {
    to: to?.[0]?.address ?? '',
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
  };
}

/** Return the token at the end of a mailed link. */
export const tokenIn = (mail: SentMail): string =>
  /\/(?:confirm-email|reset-password|undo-email|deny-sign-in)\/([\w-]+)/.exec(mail.text)?.[1] ?? '';

/**
 * Return the tokens mailed to `to`, oldest first. The tokens are read from the job queue, so the emails need not have
 * been sent yet.
 */
export async function tokensFor(
  { site }: TestApp,
  to: string,
  page: 'confirm-email' | 'reset-password' | 'undo-email' | 'deny-sign-in',
) {
  const rows = await query<{ sealed: string }>(
    site.db,
    sql`select data->>'sealed' as sealed from jobs.job where name = 'mail' order by created_on`,
  );
  return rows
    .map(({ sealed }) => JSON.parse(decrypt(site.config.sessionSecret, 'mail', sealed)) as SentMail)
    .filter((mail) => mail.to === to && mail.text.includes(`/${page}/`))
    .map(tokenIn);
}

/** Log a player in with another browser, and return the id of the new session. */
export async function otherSessionOf(app: TestApp, player: TestPlayer): Promise<number> {
  await app.browser().signIn(player.username);
  const { body } = await player.call('GET /api/sessions');
  return body.find(({ current }) => !current)?.id ?? 0;
}

const LINK = 'anyone who has the mailed link can use it';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof accounts> = {
  routes: {
    'GET /api/csrf/restore': { access: 'guest' },
    'GET /api/session': { access: 'guest' },
    'DELETE /api/session': { endsSession: true },
    'POST /api/users': { access: 'guest', call: () => ({ body: {} }) },
    'POST /api/users/forgot-password': {
      access: 'guest',
      call: ({ other }) => ({ body: { email: `${other.username.toLowerCase()}@test.invalid` } }),
    },
    'GET /api/users/reset-password/{token}': {
      access: 'guest',
      call: () => ({ params: { token: 'x' } }),
      readStatus: 400,
      acrossBlock: LINK,
      owner: LINK,
    },
    'POST /api/users/reset-password/{token}': {
      access: 'guest',
      call: () => ({ params: { token: 'x' }, body: { newPassword: PASSWORD } }),
      acrossBlock: LINK,
      owner: LINK,
    },
    'POST /api/users/confirm-email/{token}': {
      access: 'guest',
      call: () => ({ params: { token: 'x' } }),
      acrossBlock: LINK,
      owner: LINK,
    },
    'DELETE /api/users/me/pending-email': {},
    'POST /api/users/me/confirmation': { call: () => ({}) },
    'PATCH /api/users/change-password': {
      call: () => ({ body: { currentPassword: PASSWORD, newPassword: `${PASSWORD}2` } }),
    },
    'GET /api/sessions': {},
    'DELETE /api/sessions/others': {},
    'DELETE /api/sessions/{id}': {
      call: () => ({ params: { id: 9_999_999 } }),
      acrossBlock: 'players can end only their own sessions',
      owner: {
        others: 404,
        make: async ({ app, owner }) => ({ params: { id: await otherSessionOf(app, owner) } }),
      },
    },
    'GET /api/config': { access: 'guest' },
  },
  clientEvents: {
    register: {
      payload: ({ other }) => other.id,
      acrossBlock: 'forbidden',
      owner: { others: 403, make: async ({ owner }) => owner.id },
    },
  },
  fill: async ({ app, owner }) => {
    await owner.call('POST /api/friend-requests/{userId}', {
      params: { userId: (await app.player()).id },
      headers: { 'Idempotency-Key': 'once' },
    });
    await query(
      app.site.db,
      sql`insert into reserved_usernames (username, user_id, created_at)
       values ('earlier-' || ${owner.id}::bigint, ${owner.id}, now())`,
    );
  },
};
