import type { APIRequestContext } from '@playwright/test';
import { type Env, type RunningServer, startServer, temporaryFolder } from './server.ts';

const PASSWORD = 'torches-on-the-wall';

/** Start the production build with the demo world. */
export const startDemoSite = (env: Env = {}): Promise<RunningServer> =>
  startServer('server/src/main.ts', {
    DATA_DIR: temporaryFolder(),
    SEED: 'demo',
    DEMO_PASSWORD: PASSWORD,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  });

/** Log in as a demo player, and return a function that returns the id of a player. */
export async function signInDemoPlayer(
  request: APIRequestContext,
  credential = 'demo_player',
): Promise<(username: string) => Promise<number>> {
  const { csrfToken } = await (await request.get('/api/csrf/restore')).json();
  const data = { credential, password: PASSWORD };
  const answer = await request.post('/api/session', { data, headers: { 'X-CSRF-Token': csrfToken } });
  if (!answer.ok()) throw new Error(`The login failed with status ${answer.status()}`);
  return async (username) => (await (await request.get(`/api/profiles/username/${username}`)).json()).id;
}
