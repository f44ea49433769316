import { expect } from '@playwright/test';
import sharp from 'sharp';
import type { Client } from './players.ts';

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** Create a single-colored PNG image. The number determines the color. */
export async function createImage(name: string, number = 0): Promise<FilePayload> {
  const background = { r: (number * 47) % 256, g: 120, b: 160 };
  const image = sharp({ create: { width: 320, height: 240, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/** Create single-colored PNG images with the given names. */
export const createImages = (names: readonly string[]): Promise<FilePayload[]> =>
  Promise.all(names.map(createImage));

/** Send a form through the API, and return the parsed response. */
export async function postForm<T>(
  { context }: Client,
  path: string,
  form: Record<string, string | FilePayload>,
) {
  const { request } = context;
  const { csrfToken } = (await (await request.get('/api/csrf/restore')).json()) as { csrfToken: string };
  const answer = await request.post(path, { headers: { 'X-CSRF-Token': csrfToken }, multipart: form });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as T;
}

/** Upload single-colored images through the API, in order, and return the responses. */
export async function postImages<T>(
  client: Client,
  { path, field, captions }: { path: string; field: string; captions: readonly string[] },
): Promise<T[]> {
  const made: T[] = [];
  for (const [index, file] of (await createImages(captions)).entries()) {
    const form = { caption: captions[index] ?? '', [field]: { ...file, name: 'p.png' } };
    made.push(await postForm<T>(client, path, form));
  }
  return made;
}
