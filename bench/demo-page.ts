import {
  type APIRequestContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { ensureChromium } from '../scripts/testing/chromium.ts';
import { DEMO_PASSWORD } from './site.ts';

/** Factor by which the CPU is slowed down, as on a slow phone. */
export const SLOWDOWN = 4;

/** Log in as a demo player, and return a function that looks up a player's id by username. */
export async function signInDemoPlayer(
  request: APIRequestContext,
  credential: string,
): Promise<(username: string) => Promise<number>> {
  const { csrfToken } = await (await request.get('/api/csrf/restore')).json();
  const data = { credential, password: DEMO_PASSWORD };
  const answer = await request.post('/api/session', { data, headers: { 'X-CSRF-Token': csrfToken } });
  if (!answer.ok()) throw new Error(`The login failed with status ${answer.status()}`);
  return async (username) => (await (await request.get(`/api/profiles/username/${username}`)).json()).id;
}

/** Open a page of a demo player in a new browser, in a window as wide as a phone. */
export async function openDemoPage(
  username: string,
  launch: LaunchOptions,
  settings: BrowserContextOptions,
): Promise<{ page: Page; idOf: (username: string) => Promise<number>; close: () => Promise<void> }> {
  if (ensureChromium() === null) throw new Error('Chromium not found; set CHROMIUM_PATH');
  const browser = await chromium.launch(launch);
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, ...settings });
  const idOf = await signInDemoPlayer(context.request, username);
  return { page: await context.newPage(), idOf, close: () => browser.close() };
}

/** Slow the page's CPU down to the speed of a phone. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
