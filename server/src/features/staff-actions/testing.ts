import type { staffActions } from '@rivalhold/shared/contract/staff-actions.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { sql } from '../../platform/db/db.ts';
import { decrypt } from '../../platform/security/encryption.ts';
import { PASSWORD, type TestApp, type TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { queryFirstValue, queryValues } from '../../testing/queries.ts';
import type { SentMail } from '../accounts/testing.ts';

/** Send a request to restore deleted content. `id` is the id of the deletion's audit log entry. */
export const restoreEntry = (admin: TestPlayer, id: number) =>
  admin.call('POST /api/admin/audit/{id}/restore', { params: { id } });

/** Return the id of the latest removal record. */
export const latestRemoval = async ({ site }: TestApp): Promise<number> =>
  (await queryFirstValue<number>(site.db, sql`select id from removals order by id desc limit 1`)) ?? 0;

/** Send a request to undo everything that a staff member did since a given time. */
export const undoSince = (
  admin: TestPlayer,
  actorId: number,
  since: Date,
  more: { password?: string; left?: number } = {},
) =>
  admin.call('POST /api/admin/undo', {
    body: { actorId, since: since.toISOString(), password: PASSWORD, ...more },
  });

/** Send a request to let a stopped staff member continue. */
export const confirmStop = (
  admin: TestPlayer,
  actorId: number,
  budget: string,
  body: { password?: string; code?: string } = {},
) =>
  admin.call('POST /api/admin/staff-stops/{actorId}/{budget}/confirm', {
    params: { actorId, budget },
    body: { password: PASSWORD, ...body },
  });

/**
 * Return the confirmation code that was last emailed to an address. It is read from the job queue, before the email is
 * sent.
 */
export async function latestCode({ site }: TestApp, to: string): Promise<string> {
  const sealed = await queryValues<string>(
    site.db,
    sql`select data->>'sealed' from jobs.job where name = 'mail' order by created_on desc`,
  );
  const mails = sealed.map(
    (text) => JSON.parse(decrypt(site.config.sessionSecret, 'mail', text)) as SentMail,
  );
  const mail = mails.find((one) => one.to === to && one.subject === STAFF_LIMIT_TEXTS.codeSubject);
  return /\b[0-9A-F]{16}$/m.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Create a post and return its id. */
export const createPost = async (player: TestPlayer, body = 'A post'): Promise<number> =>
  (await player.call('POST /api/feed', { body: { body } })).body.post.id;

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof staffActions> = {
  routes: {
    'GET /api/admin/staff-stops': {},
    'POST /api/admin/staff-stops/{actorId}/{budget}/code': {
      call: ({ other }) => ({ params: { actorId: other.id, budget: 'deletions' } }),
    },
    'POST /api/admin/staff-stops/{actorId}/{budget}/confirm': {
      call: ({ other }) => ({
        params: { actorId: other.id, budget: 'deletions' },
        body: { password: 'a guess' },
      }),
    },
    'POST /api/admin/audit/{id}/restore': { call: () => ({ params: { id: 999_999 } }) },
    'POST /api/admin/undo': {
      call: ({ other }) => ({
        body: { actorId: other.id, since: '2026-06-01T11:00:00.000Z', password: 'a guess' },
      }),
    },
  },
};
