import type { photos } from '@rivalhold/shared/contract/photos.ts';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { sql } from '../../platform/db/db.ts';
import type { CallOptions, TestPlayer } from '../../testing/app.ts';
import { type CasesOf, type Owners, ofTheirs, PUBLIC, toOther } from '../../testing/cases.ts';
import { createPng } from '../../testing/images.ts';
import { queryOne } from '../../testing/queries.ts';

/** Upload a photo with the form of the gallery. */
export const postPhotoForm = (
  player: TestPlayer,
  bytes: Uint8Array,
  {
    caption,
    name = 'me.png',
    headers = {},
  }: { caption?: string; name?: string; headers?: Record<string, string> } = {},
) =>
  player.call('POST /api/photos', {
    form: [...(caption === undefined ? [] : [['caption', caption] as const]), ['photo', bytes, name]],
    headers,
  });

/** Upload a small photo and return it. */
export async function addPhoto(player: TestPlayer, caption = ''): Promise<Photo> {
  const { status, body } = await postPhotoForm(player, await createPng(), { caption });
  if (status !== 201) throw new Error(`The upload failed with status ${status}: ${body.message}`);
  return body.photo;
}

const ofOwner = async ({ app, owner }: Owners): Promise<CallOptions> => {
  const { id } = await queryOne<{ id: number }>(
    app.site.db,
    sql`insert into photos (user_id, file_key, thumb_key, width, height, created_at)
     select ${owner.id}, 'photos/' || name || '.webp', 'photos/' || name || '.480.webp', 1, 1, now()
     from gen_random_uuid() as name returning id`,
  );
  return { params: { id } };
};

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof photos> = {
  routes: {
    'GET /api/photos': {},
    'GET /api/photos/user/{userId}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'POST /api/photos': { requiresUnmuted: true },
    'POST /api/upload/avatar': { requiresUnmuted: true },
    'POST /api/photos/{id}/like': { call: ofTheirs('photo'), acrossBlock: 404, owner: PUBLIC },
    'PATCH /api/photos/{id}': {
      requiresUnmuted: true,
      call: ofTheirs('photo', { body: { caption: 'Mine' } }),
      acrossBlock: 404,
      owner: {
        others: 403,
        make: async (owners) => ({ ...(await ofOwner(owners)), body: { caption: 'A word' } }),
      },
    },
    'PATCH /api/photos/{id}/avatar': {
      requiresUnmuted: true,
      call: ofTheirs('photo'),
      acrossBlock: 404,
      owner: { others: 403, make: ofOwner },
    },
    'DELETE /api/photos/{id}': {
      call: ofTheirs('photo'),
      acrossBlock: 404,
      owner: { others: 403, staff: 'moderator', make: ofOwner },
    },
  },
  fill: async ({ owner }) => {
    await owner.call('POST /api/upload/avatar', { form: [['avatar', await createPng()]] });
  },
};
