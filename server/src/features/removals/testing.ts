import type { CasesOf } from '../../testing/cases.ts';
import { createStaff } from '../moderation/testing.ts';
import { createPng, postPhotoForm } from '../photos/testing.ts';
import { moveHeldFiles } from './service.ts';

/** @public Used by the tests of all routes, see `testing/cases.ts`. */
export const cases: CasesOf = {
  fill: async ({ app, owner }) => {
    // Use a photo that differs from the other photos, so that no file of the data export equals its file.
    const { body } = await postPhotoForm(owner, await createPng(96, 32).png().toBuffer());
    const moderator = await createStaff(app);
    await moderator.call('DELETE /api/photos/{id}', { params: { id: body.photo.id } });
    await moveHeldFiles(app.site.db, app.site);
  },
};
