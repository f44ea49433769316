import type { CasesOf } from '../../testing/cases.ts';
import { createPng } from '../../testing/images.ts';
import { createStaff } from '../moderation/testing.ts';
import { postPhotoForm } from '../photos/testing.ts';
import { moveRemovedFiles } from './service.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf = {
  fill: async ({ app, owner }) => {
    // Use a photo that differs from all other photos, so that the data export does not contain two equal
    // files.
    const { body } = await postPhotoForm(owner, await createPng(96, 32));
    const moderator = await createStaff(app);
    await moderator.call('DELETE /api/photos/{id}', { params: { id: body.photo.id } });
    await moveRemovedFiles(app.site.db, app.site);
  },
};
