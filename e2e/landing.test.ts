import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useSite } from './suite.ts';

const SCRIPTS_MAX_BYTES = 120 * 1024;
const suite = useSite();

test('the landing page says what the game is and opens the sign-up', async () => {
  const { page } = await suite.visitor();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Create Your Character' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Your Character' });
  await dialog.getByLabel('Email').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test.each([
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
  ['Support', '/support'],
])('the footer leads to %s', async (name, path) => {
  const { page } = await suite.visitor();
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name }).click();
  await page.waitForURL(`**${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('the landing page loads at most 120 KB of scripts', async () => {
  const { page } = await suite.visitor();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.size).toBeGreaterThan(0);
  const dist = join(import.meta.dirname, '../web/dist');
  const bytes = [...scripts].map((path) => gzipSync(readFileSync(join(dist, path))).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(SCRIPTS_MAX_BYTES);
});

test.each(['/no-such-page', '/profiles/not-a-number/deeper', '/sign-in'])('%s is not found', async (path) => {
  const { page } = await suite.visitor();
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
});

test('an unknown call is a 404 of JSON', async () => {
  const { context } = await suite.visitor();
  const answer = await context.request.get('/api/no-such-call');
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test('Cookie Settings promises what the site keeps to', async () => {
  const { page } = await suite.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cookie Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie Settings' });
  await dialog.getByText('No tracking, no ads, no third-party analytics.').waitFor();
  for (const entry of ['Session cookie', 'CSRF token', 'Socket id'])
    await dialog.getByText(entry).first().waitFor();
});
