import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { FULL_SIDES } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getSession } from '../../entities/session/api.ts';
import { api, cursorPagination } from '../../lib/api.ts';
import { shrinkImage } from '../../lib/shrink-image.ts';
import { upload } from '../../lib/upload.ts';
import { photoLikes } from './likes.ts';

type Page = { photos: readonly Photo[]; nextCursor: string | null };

async function withLikes(request: Promise<Page>): Promise<Page> {
  const since = Date.now();
  const page = await request;
  photoLikes.reconcileAll(page.photos, since);
  return page;
}

type PageOptions = { query: { limit?: number; cursor?: string }; signal: AbortSignal };
const fetchPage = (userId: number, options: PageOptions): Promise<Page> =>
  withLikes(api('GET /api/photos/user/{userId}', { params: { userId }, ...options }));
const fetchOwnPage = ({ query, signal }: PageOptions): Promise<Page> =>
  withLikes(api('GET /api/photos', { query: { owner: 'me', ...query }, signal }));

/** Return the key prefix of all queries about a player's photos. */
export const photosKey = (userId: number) => ['photos', userId] as const;

/** Query a player's latest photos, as many as a profile shows. */
export const latestPhotosQuery = (userId: number) =>
  queryOptions({
    queryKey: [...photosKey(userId), 'latest'],
    queryFn: async ({ signal }) =>
      (await fetchPage(userId, { query: { limit: LIMITS.profilePhotos }, signal })).photos,
  });

/** Query a player's gallery page by page. The viewer's own gallery has a separate route. */
export const galleryQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [...photosKey(userId), 'gallery'],
    queryFn: ({ pageParam, signal }) => {
      const options = { query: pageParam ? { cursor: pageParam } : {}, signal };
      return getSession()?.id === userId ? fetchOwnPage(options) : fetchPage(userId, options);
    },
    ...cursorPagination,
  });

/** Upload a photo to the player's gallery. */
export const uploadPhoto = async (
  file: File,
  caption: string,
  options: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<Photo> =>
  (
    await upload('POST /api/photos', {
      field: 'photo',
      file: await shrinkImage(file, FULL_SIDES.photos),
      fields: { caption },
      ...options,
    })
  ).photo;

/** Save a photo's caption; return the stored photo. */
export const saveCaption = async (id: number, caption: string): Promise<Photo> =>
  (await api('PATCH /api/photos/{id}', { params: { id }, body: { caption } })).photo;

/** Delete one of the viewer's photos or, as staff, any photo. */
export const deletePhoto = (id: number, reason: StaffReason) =>
  api('DELETE /api/photos/{id}', { params: { id }, body: reason });

/** Use a photo as the avatar; return the avatar's URL. */
export const chooseAvatar = async (id: number): Promise<string> =>
  (await api('PATCH /api/photos/{id}/avatar', { params: { id } })).avatarUrl;

/** Change the photos of a cached gallery. The number of pages stays the same. */
export function changeGallery(
  client: QueryClient,
  userId: number,
  change: (photos: readonly Photo[], page: number) => readonly Photo[],
): void {
  client.setQueryData(galleryQuery(userId).queryKey, (gallery) =>
    gallery
      ? { ...gallery, pages: gallery.pages.map((page, at) => ({ ...page, photos: change(page.photos, at) })) }
      : gallery,
  );
}
