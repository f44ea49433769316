import { DAY } from '@rivalhold/shared/time-units.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const app = useTestApp({
  env: {
    PUBLIC_URL: 'https://rivalhold.test',
    SUPPORT_EMAIL: 'help@rivalhold.test',
    RATE_LIMITS: 'on',
  },
});

const fetchFields = async (): Promise<string[][]> => {
  const text = await (await app.browser().fetch('/.well-known/security.txt')).text();
  return text.split('\n').map((line) => line.split(/: (.*)/, 2));
};

describe('security.txt', () => {
  it('has the support address, a language and its own URL', async () => {
    expect(await fetchFields()).toEqual([
      ['Contact', 'mailto:help@rivalhold.test'],
      ['Expires', expect.any(String)],
      ['Preferred-Languages', 'en'],
      ['Canonical', 'https://rivalhold.test/.well-known/security.txt'],
      [''],
    ]);
  });

  it('expires within a year of the request', async () => {
    app.clock.advance(400 * DAY);
    const expires = Date.parse(Object.fromEntries(await fetchFields()).Expires);
    const days = (expires - app.clock.now().getTime()) / DAY;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('is plain text that guests can read', async () => {
    const { status, headers } = await app.browser().fetch('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
  });
});
