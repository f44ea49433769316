/**
 * `npm run screenshots` writes screenshots, and a page that shows all of them, to screenshots/. The screenshots show
 * every page and its important states, at several widths and in both themes. `-- --only WORD --width 375 --theme dark`
 * limits the set. `--height 568` sets the height of the window, and `--motion` turns animations on. By default, the
 * command starts a site. With `--url`, it uses a running site with a demo world. The password of that site's demo
 * players must be the `DEMO_PASSWORD` in e2e/site.ts.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../../scripts/testing/browser.ts';
import { ensureChromium } from '../../scripts/testing/chromium.ts';
import { dataFolderTemplate } from '../../scripts/testing/data-folder-template.ts';
import type { Theme } from '../browser.ts';
import { FakeGiphy } from '../giphy.ts';
import { Site } from '../site.ts';
import { type Shot, writeContactSheet } from './contact-sheet.ts';
import { ScreenshotFixtures } from './fixtures.ts';
import type { Scene } from './scene.ts';
import { allScenes, expectSceneShown } from './scenes.ts';

const FOLDER = join(import.meta.dirname, '../../screenshots');
const WIDTHS = [375, 768, 1440];
const THEMES: Theme[] = ['dark', 'light'];
/** Maximum height of a screenshot. Taller content is cut off. */
const MAX_HEIGHT = 2_700;
/** Maximum height of a screenshot of a scene with `whole`, which must show the footer. */
const MAX_PAGE_HEIGHT = 8_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    height: { type: 'string', default: '900' },
    motion: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
});
const height = Number(values.height);
const only = values.only?.split(',') ?? [''];
const widths = values.width?.split(',').map(Number) ?? WIDTHS;
const themes = THEMES.filter((theme) => !values.theme || theme === values.theme);
const scenes = allScenes().filter(({ name }) => only.some((word) => name.includes(word)));
if (scenes.length === 0 || themes.length === 0 || !widths.every((width) => width >= 320 && width <= 4_000)) {
  const names = allScenes().map(({ name }) => name);
  console.error(
    `usage: npm run screenshots [-- --only WORD,WORD] [--width ${WIDTHS}] [--theme dark|light]\n${names.join(' ')}`,
  );
  process.exit(2);
}

if (ensureChromium() === null) throw new Error('Chromium not found; set CHROMIUM_PATH');
if (values.only === undefined) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const giphy = await FakeGiphy.start();
const env = { SEED: 'demo', GIPHY_API_KEY: 'key-of-the-screens', GIPHY_API_BASE: giphy.url };
const site = values.url ? null : await Site.start(env, await dataFolderTemplate());
const browser = await openBrowser();
const errors: string[] = [];
try {
  const world = await ScreenshotFixtures.enter(values.url ?? site?.url ?? '', browser);
  const shots: Shot[] = [];
  for (const scene of scenes)
    for (const [width, looks] of variantsOf(scene)) {
      const taken = await takeScreenshots(world, scene, width, looks).catch((error: Error) => {
        errors.push(`${scene.name} at ${width} px: ${error.message.split('\n', 1)[0]}`);
        return [];
      });
      shots.push(...taken);
      process.stdout.write(taken.length > 0 ? '.' : '✗');
    }
  writeContactSheet(join(FOLDER, 'index.html'), shots);
  console.log(`\n${shots.length} screenshots: ${join(FOLDER, 'index.html')}`);
} finally {
  await browser.close();
  await site?.stop();
  await giphy.stop();
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

/** Return the widths at which a scene is captured, and the themes for each width. */
function variantsOf({ upTo = Number.POSITIVE_INFINITY, twice }: Scene): [number, Theme[]][] {
  const fitting = widths.filter((width) => width <= upTo);
  return fitting.flatMap((width, at): [number, Theme[]][] => {
    if (!twice) return [[width, themes]];
    if (at === 0) return [[width, themes.slice(0, 1)]];
    return at === fitting.length - 1 ? [[width, themes.slice(-1)]] : [];
  });
}

/** Open a scene in a new page, and take a screenshot in each of the given themes. */
async function takeScreenshots(
  world: ScreenshotFixtures,
  scene: Scene,
  width: number,
  looks: Theme[],
): Promise<Shot[]> {
  const page = await world.visitors[scene.as].context.newPage();
  try {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      colorScheme: looks[0] ?? 'dark',
      reducedMotion: values.motion ? 'no-preference' : 'reduce',
    });
    await scene.open(page, world);
    await expectSceneShown(page, scene);
    const shots: Shot[] = [];
    for (const theme of looks) {
      await page.emulateMedia({ colorScheme: theme });
      // Wait for the color transition between themes.
      await page.waitForTimeout(300);
      const file = `${scene.name}.${width}.${theme}.jpg`;
      const length = await page.evaluate(() => document.documentElement.scrollHeight);
      const most = scene.whole ? MAX_PAGE_HEIGHT : MAX_HEIGHT;
      await page.screenshot({
        path: join(FOLDER, file),
        type: 'jpeg',
        quality: 88,
        fullPage: !scene.windowOnly,
        clip: { x: 0, y: 0, width, height: scene.windowOnly ? height : Math.min(length, most) },
      });
      shots.push({ scene: scene.name, as: scene.as, width, theme, file });
    }
    return shots;
  } finally {
    await page.close();
  }
}
