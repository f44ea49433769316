import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { run } from '../../platform/db/db.ts';
import type { CallOptions, TestApp, TestPlayer } from '../../testing.ts';
import { setRole } from '../accounts/service.ts';

/** Somebody of that role. */
export async function staff(app: TestApp, role: Role, name?: string): Promise<TestPlayer> {
  const player = await app.player(name);
  await setRole(app.site.db, app.site, { username: player.username, role });
  return player;
}

export const of = (player: { id: number }, more: CallOptions = {}): CallOptions => ({
  params: { id: player.id },
  ...more,
});

/** What was written down about a player, the oldest first. */
export const actsOn = (app: TestApp, { id }: { id: number }) =>
  run<{
    kind: string;
    actor_id: number;
    subject: string | null;
    before: string;
    after: string;
    reason: string;
  }>(
    app.site.db,
    'select kind, actor_id, subject, before, after, reason from audit_log where target_id = $1 order by id',
    [id],
  );
