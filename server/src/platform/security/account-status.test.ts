import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { uploadClip } from '../../features/clips/service.ts';
import { uploadPhoto } from '../../features/photos/service.ts';
import { useTestApp } from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { type Sql, sql, transaction } from '../db/db.ts';
import { lockActiveUser } from './account-status.ts';

const app = useTestApp();
const in_ = (ms: number) => new Date(app.clock.now().getTime() + ms);

/** Sign up a player, update their row in `users`, and return their id. This simulates an update during a request. */
async function changed(set: (at: Date) => Sql, at: Date): Promise<number> {
  const { id } = await app.player();
  await query(app.site.db, sql`update users set ${set(at)} where id = ${id}`);
  return id;
}
const lockUser = (userId: number, requiresUnmuted: boolean) =>
  transaction(app.site.db, (tx) => lockActiveUser(tx, app.site, { userId, requiresUnmuted })).then(
    () => 'success',
    (error: { code?: string }) => error.code,
  );

const muted = (at: Date) => sql`muted_until = ${at}`;
const suspended = (at: Date) => sql`suspended_at = ${at}, suspension_reason = 'x'`;
const suspendedUntil = (at: Date) => sql`suspended_at = ${at}, suspended_until = ${at}`;
const deleted = (at: Date) => sql`deleted_at = ${at}`;
it.each([
  ['that is muted', 'success', 'muted', DAY, muted],
  ['whose mute has ended', 'success', 'success', -DAY, muted],
  ['that is suspended permanently', 'suspended', 'suspended', -DAY, suspended],
  ['that is suspended temporarily', 'suspended', 'suspended', DAY, suspendedUntil],
  ['whose suspension has ended', 'success', 'success', -DAY, suspendedUntil],
  ['that is deleted', 'unauthenticated', 'unauthenticated', -DAY, deleted],
] as const)(
  'the result of lockActiveUser for an account %s is “%s”, and with requiresUnmuted “%s”',
  async (_, silent, speaking, ms, set) => {
    const id = await changed(set, in_(ms));
    expect([await lockUser(id, false), await lockUser(id, true)]).toEqual([silent, speaking]);
  },
);

it('rejects uploads that began before the player was muted', async () => {
  const userId = await changed(muted, in_(DAY));
  const path = join(temporaryFolder(), 'sent');
  writeFileSync(path, await createPng());
  const upload = { path, previewPath: null, userId, signal: new AbortController().signal };
  const { db } = app.site;
  await expect(uploadClip(db, app.site, { upload, caption: undefined })).rejects.toMatchObject({
    code: 'muted',
  });
  for (const caption of ['Look', ''])
    await expect(uploadPhoto(db, app.site, { upload, caption })).rejects.toMatchObject({ code: 'muted' });
});
