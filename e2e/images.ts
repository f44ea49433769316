import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Visitor } from './browser.ts';
import type { Site } from './site.ts';

/** Create single-colored images, which the page draws. */
export async function createImages({ page }: Visitor, names: readonly string[]) {
  if (page.url() === 'about:blank') await page.goto('/');
  const drawn = await page.evaluate(
    (count) =>
      Array.from({ length: count }, (_, index) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [320, 240];
        const context = canvas.getContext('2d') as CanvasRenderingContext2D;
        context.fillStyle = `hsl(${index * 47} 60% 45%)`;
        context.fillRect(0, 0, 320, 240);
        return canvas.toDataURL('image/png').split(',')[1] as string;
      }),
    names.length,
  );
  return names.map((name, index) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(drawn[index] as string, 'base64'),
  }));
}

/**
 * Create a file that exceeds the site's size limit, and return its path. Playwright passes a path to the browser
 * faster than content.
 */
export function createOversizedFile(site: Site): string {
  const path = join(site.dataDir, 'large.png');
  writeFileSync(path, '');
  truncateSync(path, 25 * 1024 * 1024 + 1);
  return path;
}

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** Send a form through the API, and return the parsed response. */
export async function postForm<T>(
  { context }: Visitor,
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
  visitor: Visitor,
  { path, field, captions }: { path: string; field: string; captions: readonly string[] },
): Promise<T[]> {
  const made: T[] = [];
  for (const [index, file] of (await createImages(visitor, captions)).entries()) {
    const form = { caption: captions[index] ?? '', [field]: { ...file, name: 'p.png' } };
    made.push(await postForm<T>(visitor, path, form));
  }
  return made;
}
