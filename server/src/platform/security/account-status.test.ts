import { join } from 'node:path';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { uploadClip } from '../../features/clips/service.ts';
import { uploadPhoto } from '../../features/photos/service.ts';
import { createPng } from '../../features/photos/testing.ts';
import { useTestApp } from '../../testing/app.ts';
import { run, transaction } from '../db/db.ts';
import { lockActiveUser } from './account-status.ts';

const app = useTestApp();
const in_ = (ms: number) => new Date(app.clock.now().getTime() + ms);

/** A player whose row was changed while a request of theirs was under way. */
async function changed(set: string, at: Date): Promise<number> {
  const { id } = await app.player();
  await run(app.site.db, `update users set ${set} where id = $2`, [at, id]);
  return id;
}
const hold = (userId: number, speaks: boolean) =>
  transaction(app.site.db, (tx) => lockActiveUser(tx, app.site, { userId, speaks })).then(
    () => 'in',
    (error: { code?: string }) => error.code,
  );

it.each([
  ['muted_until = $1', DAY, 'in', 'muted'],
  ['muted_until = $1', -DAY, 'in', 'in'],
  ["suspended_at = $1, suspension_reason = 'x'", -DAY, 'suspended', 'suspended'],
  ['suspended_at = $1, suspended_until = $1', DAY, 'suspended', 'suspended'],
  ['suspended_at = $1, suspended_until = $1', -DAY, 'in', 'in'],
  ['deleted_at = $1', -DAY, 'unauthenticated', 'unauthenticated'],
])('who has %s (%i ms from now) is %s, speaking %s', async (set, ms, silent, speaking) => {
  const id = await changed(set, in_(ms));
  expect([await hold(id, false), await hold(id, true)]).toEqual([silent, speaking]);
});

it('is held against uploads that began before', async () => {
  const userId = await changed('muted_until = $1', in_(DAY));
  const path = join(temporaryFolder(), 'sent');
  await createPng().png().toFile(path);
  const upload = { path, previewPath: null, userId, isStillWanted: () => true };
  const { db } = app.site;
  await expect(uploadClip(db, app.site, { upload, caption: undefined })).rejects.toMatchObject({
    code: 'muted',
  });
  await expect(uploadPhoto(db, app.site, { upload, caption: 'Look' })).rejects.toMatchObject({
    code: 'muted',
  });
  expect((await uploadPhoto(db, app.site, { upload, caption: '' })).caption).toBe('');
});
