import { expect, it } from 'vitest';
import { PASSWORD, useTestApp } from '../../testing/app.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { addApp, codeOf } from './testing.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });

it('wrong codes are limited for an account, from any number of addresses', async () => {
  const player = await app.player();
  const { secret } = await addApp(app, player);
  app.clock.advance(30_000);
  let addresses = 0;
  const signIn = async (code: string) => {
    const body = { credential: player.username, password: PASSWORD, code };
    const headers = { 'x-forwarded-for': `198.51.100.${addresses++}` };
    return (await app.browser().call('POST /api/session', { body, headers })).status;
  };
  for (let n = 1; n < RATE_LIMITS.codeFailures.points; n++) expect(await signIn('000000')).toBe(401);
  expect(await signIn(codeOf(app, secret))).toBe(200);
  for (let n = 0; n < RATE_LIMITS.codeFailures.points; n++) expect(await signIn('000000')).toBe(401);
  app.clock.advance(30_000);
  expect(await signIn(codeOf(app, secret))).toBe(429);
});
