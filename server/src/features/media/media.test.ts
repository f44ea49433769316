import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const app = useTestApp();
beforeAll(async () => {
  await app.site.files.put('avatars/a-1.webp', Buffer.from('picture'));
  await app.site.files.put('private/a.webp', Buffer.from('secret'));
  await app.site.files.put('avatars/a.txt', Buffer.from('secret'));
});

describe('public images', () => {
  it('are cached permanently by browsers, but not by shared caches', async () => {
    const response = await app.browser().fetch('/media/avatars/a-1.webp');
    expect([response.status, await response.text()]).toEqual([200, 'picture']);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-length')).toBe('7');
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    'avatars/nobody.webp',
    'private/a.webp',
    'avatars/a.txt',
    'avatars/',
    '',
    'avatars/..%2fprivate%2fa.webp',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fsession-secret',
    'avatars%2fa-1.webp%00',
    'avatars/A-1.webp',
    `avatars/${'a'.repeat(300)}.webp`,
  ])('are not found with the unknown or invalid key “%s”', async (key) => {
    const response = await app.browser().fetch(`/media/${key}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toMatch(/secret|root:/);
  });
});
