import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import sharp from 'sharp';
import type { TestPlayer } from '../../testing/app.ts';

/** A picture of one colour. */
export const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#a3541c' } });

/** Sends a form as the gallery does. */
export const sendPhoto = (
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

/** Adds a small photo; answers it. */
export async function addPhoto(player: TestPlayer, caption = ''): Promise<Photo> {
  const { status, body } = await sendPhoto(player, await picture().png().toBuffer(), { caption });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${body.message}`);
  return body.photo;
}
