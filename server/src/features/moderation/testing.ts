import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { moderation } from '@rivalhold/shared/contract/moderation.ts';
import { sql } from '../../platform/db/db.ts';
import type { CallOptions, TestApp, TestPlayer } from '../../testing/app.ts';
import { type CasesOf, toOther } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';
import { setRole } from '../accounts/service.ts';

/** Create a player with a staff role. */
export async function createStaff(
  app: TestApp,
  role: Role = 'moderator',
  name?: string,
): Promise<TestPlayer> {
  const player = await app.player(name);
  await setRole(app.site.db, app.site, { username: player.username, role });
  return player;
}

/** Send a request to mute a player. */
export const muteOf = (by: TestPlayer, userId: number, body: CallOptions['body'] = { duration: '1d' }) =>
  by.call('POST /api/mod/mute/{userId}', { params: { userId }, body });
/** Send a request to unmute a player. */
export const unmuteOf = (by: TestPlayer, userId: number) =>
  by.call('DELETE /api/mod/mute/{userId}', { params: { userId } });
/** Return a player's entries in the list of mutes. */
export const mutesOf = async (by: TestPlayer, userId: number) =>
  (await by.call('GET /api/mod/mutes')).body.filter((mute) => mute.userId === userId);

/** A permanent suspension, which only admins can impose. */
export const PERMANENT_SUSPENSION = { until: null, reason: 'Cheats' };
/** Send a request to suspend a player. */
export const suspendOf = (
  by: TestPlayer,
  userId: number,
  body: CallOptions['body'] = { until: '2026-06-21T12:00:00.000Z', reason: 'Cheats' },
) => by.call('POST /api/mod/suspensions/{userId}', { params: { userId }, body });
/** Send a request to end a suspension. */
export const restoreOf = (by: TestPlayer, userId: number) =>
  by.call('DELETE /api/mod/suspensions/{userId}', { params: { userId } });

/** Return the audit entries about a player, oldest first. */
export const auditEntriesAbout = ({ site }: TestApp, targetId: number) =>
  query<{
    kind: string;
    actor_id: number;
    subject: string | null;
    before: string | null;
    after: string | null;
    reason: string | null;
  }>(
    site.db,
    sql`select kind, actor_id, subject, before, after, reason from audit_log where target_id = ${targetId}
        order by id`,
  );

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof moderation> = {
  routes: {
    'GET /api/mod/users/by-username/{name}': { call: ({ other }) => ({ params: { name: other.username } }) },
    'GET /api/admin/users/by-username/{name}': {
      call: ({ other }) => ({ params: { name: other.username } }),
    },
    'POST /api/mod/mute/{userId}': { call: toOther({ body: { duration: '1d' } }) },
    'DELETE /api/mod/mute/{userId}': { call: toOther() },
    'POST /api/admin/mute/{id}': { call: toOther({ body: { duration: '1d' } }) },
    'DELETE /api/admin/mute/{id}': { call: toOther() },
    'GET /api/mod/mutes': {},
    'GET /api/mod/suspensions': {},
    'POST /api/mod/suspensions/{userId}': {
      call: toOther({ body: { until: '2026-06-21T12:00:00.000Z', reason: 'Too rich' } }),
    },
    'DELETE /api/mod/suspensions/{userId}': { call: toOther() },
    'GET /api/mod/suspension-proposals': {},
    'POST /api/mod/suspension-proposals/{userId}': { call: toOther({ body: { reason: 'Too rich' } }) },
    'POST /api/admin/suspension-proposals/{userId}/accept': { call: toOther() },
    'POST /api/admin/suspension-proposals/{userId}/reject': { call: toOther() },
  },
  fill: async ({ app, owner }) => {
    await (await createStaff(app)).call('POST /api/mod/suspension-proposals/{userId}', {
      params: { userId: owner.id },
      body: { reason: 'Cheats' },
    });
  },
};
