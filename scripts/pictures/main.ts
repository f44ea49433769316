/**
 * `npm run pictures`: creates the pictures in the README from the demo world. `-- stills` creates only the
 * screenshots, and `-- fight` only the animated fight.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { signInDemoPlayer } from '../../bench/demo-page.ts';
import { startDemoSite } from '../../bench/site.ts';
import { joinFight, openFight, resultHeading } from '../../e2e/fights.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Recording, startRecording, toAnimation } from './recording.ts';

const OUT = join(import.meta.dirname, '..', '..', 'docs', 'images');
const ME = 'demo_player';
/** Opponents who have challenged the player to a fight. No moves have been made in these fights yet. */
const RIVALS = ['Torvik99', 'little_howl'];
/**
 * The keys that select the moves of each exchange: first the player's key, then the rival's. The exchanges include
 * moves that win, moves that lose, a heal and the move Heavy. The last pair of keys is repeated until the fight ends.
 */
const EXCHANGES = ['da', 'ad', 'hs', 'sa', 'fd', 'ad'];
const MAX_EXCHANGES = 20;
/**
 * Pauses in ms between the two players' choices, and after an exchange. They are long enough for viewers to see what
 * happened.
 */
const CHOICE_MS = 700;
const RESULT_MS = 1_400;
const STILL_WIDTH = 960;

type Size = { width: number; height: number };
/** Window size. The window is tall enough to show the controls and the result of a fight. */
const DESKTOP: Size = { width: 900, height: 960 };
const PHONE: Size = { width: 375, height: 812 };

const wanted = process.argv.slice(2);
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);
const [site, browser] = await Promise.all([startDemoSite(), openBrowser()]);
try {
  if (isWanted('stills')) await writeStills();
  if (isWanted('fight')) await recordWin();
} finally {
  await browser.close();
  await site.stop();
}

/** Open a new browser context in the dark theme. */
async function openPage(viewport: Size): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport,
    colorScheme: 'dark',
    locale: 'en-GB',
  });
  context.setDefaultTimeout(60_000);
  return context;
}

async function signedIn(username: string, viewport: Size) {
  const context = await openPage(viewport);
  const idOf = await signInDemoPlayer(context.request, username);
  return { context, idOf, page: await context.newPage() };
}

async function write(name: string, picture: Sharp): Promise<void> {
  const path = join(OUT, name);
  await picture.toFile(path);
  console.log(`${name}: ${Math.round(statSync(path).size / 1_000)} KB`);
}

async function writeStill(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const picture = sharp(await page.screenshot({ animations: 'disabled' }));
  await write(name, picture.resize({ width: STILL_WIDTH }).webp({ quality: 78, effort: 6 }));
}

async function writeStills(): Promise<void> {
  const size = { width: 1280, height: 860 };
  const guest = await openPage(size);
  const landing = await guest.newPage();
  await landing.goto('/');
  await writeStill(landing, 'landing.webp');
  const { context, page } = await signedIn(ME, size);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Top Players' }).waitFor();
  await writeStill(page, 'dashboard.webp');
  await page.goto('/chat');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await writeStill(page, 'lobby.webp');
  await Promise.all([guest.close(), context.close()]);
}

/** Record a fight against each rival in turn, until the player on the desktop wins. */
async function recordWin(): Promise<void> {
  for (const rival of RIVALS) if (await recordFight(rival)) return;
}

/**
 * Record a whole fight in two browsers, and write an animation that shows both side by side. Return whether the player
 * on the desktop won.
 */
async function recordFight(rival: string): Promise<boolean> {
  const [one, two] = await Promise.all([signedIn(ME, DESKTOP), signedIn(rival, PHONE)]);
  await openFight(two.page, await two.idOf(ME));
  await joinFight(one.page, await one.idOf(rival));
  await two.page.waitForLoadState('networkidle');

  const films: Recording[] = await Promise.all([startRecording(one.page), startRecording(two.page)]);
  const over = resultHeading(one.page);
  const isOpen = (page: Page) =>
    page.getByRole('button', { name: /^Attack/ }).and(page.locator('[aria-disabled="false"]'));
  for (let exchange = 0; exchange < MAX_EXCHANGES; exchange++) {
    await isOpen(one.page).or(over).waitFor();
    if (await over.isVisible()) break;
    await isOpen(two.page).waitFor();
    const [own, other] = EXCHANGES[exchange] ?? EXCHANGES.at(-1)!;
    await one.page.keyboard.press(own!);
    await one.page.waitForTimeout(CHOICE_MS);
    await two.page.keyboard.press(other!);
    await one.page.waitForTimeout(RESULT_MS);
  }
  await over.waitFor();
  const won = (await over.textContent()) === 'Victory!';
  await one.page.waitForTimeout(2 * RESULT_MS);
  await Promise.all(films.map((each) => each.stop()));
  await write('fight.webp', await toAnimation(films, [DESKTOP, PHONE]));
  await Promise.all([one.context.close(), two.context.close()]);
  return won;
}
