import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import sharp from 'sharp';
import type { TestPlayer } from '../../testing.ts';

/** A picture of one colour. */
export const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#a3541c' } });

type Answer = {
  status: number;
  headers: Headers;
  body: { photo: Photo; code?: string; message: string; errors?: Record<string, string> };
};

/** Sends a form as the gallery does. */
export async function sendPhoto(
  player: TestPlayer,
  bytes: Uint8Array,
  {
    caption,
    name = 'me.png',
    headers = {},
  }: { caption?: string; name?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData();
  if (caption !== undefined) form.append('caption', caption);
  form.append('photo', new Blob([bytes as BlobPart]), name);
  const response = await player.fetch('/api/photos', {
    method: 'POST',
    body: form,
    headers: { 'x-csrf-token': player.cookies.get('XSRF-TOKEN') ?? '', ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

/** Adds a small photo; answers it. */
export async function addPhoto(player: TestPlayer, caption = ''): Promise<Photo> {
  const { status, body } = await sendPhoto(player, await picture().png().toBuffer(), { caption });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${body.message}`);
  return body.photo;
}
