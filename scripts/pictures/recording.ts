import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';

type Frame = { at: number; png: Buffer };
/** A recording of a page: the frames since the start, and a function that stops the recording. */
export type Recording = { frames: readonly Frame[]; stop: () => Promise<void> };
type Size = { width: number; height: number };

/** Maximum number of frames, which limits the length and size of the animation even on a slow machine. */
const MAX_FRAMES = 100;
const FRAME_MS = 200;
/** Additional time for which the last frame is shown before the animation repeats. */
const LAST_FRAME_MS = 2_500;
const GAP = 20;
const WIDTH = 800;
const BACKGROUND = '#05070e';

/** Start recording a page. Record only one of every two frames that the browser draws. */
export async function startRecording(page: Page): Promise<Recording> {
  const frames: Frame[] = [{ at: Date.now(), png: await page.screenshot() }];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push({ at: Date.now(), png: Buffer.from(data, 'base64') });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 2 });
  const stop = async () => {
    await session.detach();
    // Add a final frame, because a busy machine might not have recorded the last change yet.
    frames.push({ at: Date.now(), png: await page.screenshot() });
  };
  return { frames, stop };
}

/** Combine recordings side by side, vertically centered, into one animation. */
export async function toAnimation(films: readonly Recording[], sizes: readonly Size[]): Promise<Sharp> {
  const width = sizes.reduce((sum, size) => sum + size.width + GAP, GAP);
  const height = Math.max(...sizes.map((size) => size.height)) + 2 * GAP;
  const tops = sizes.map((size) => Math.round((height - size.height) / 2));
  const lefts = sizes.map((_, index) =>
    sizes.slice(0, index).reduce((sum, size) => sum + size.width + GAP, GAP),
  );
  const begin = Math.max(...films.map(({ frames }) => frames[0]!.at));
  const end = Math.max(...films.map(({ frames }) => frames.at(-1)!.at));

  const shots: { pages: Frame[]; delay: number }[] = [];
  for (let index = 0; index < MAX_FRAMES; index++) {
    const at = begin + ((end - begin) * index) / (MAX_FRAMES - 1);
    const pages = films.map(({ frames }) => frames.findLast((frame) => frame.at <= at) ?? frames[0]!);
    const last = shots.at(-1);
    if (last?.pages.every((page, number) => page === pages[number])) last.delay += FRAME_MS;
    else shots.push({ pages, delay: FRAME_MS });
  }
  shots.at(-1)!.delay += LAST_FRAME_MS;

  const pictures: Buffer[] = [];
  for (const { pages } of shots) {
    const whole = await sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
      .composite(pages.map(({ png }, index) => ({ input: png, left: lefts[index]!, top: tops[index]! })))
      .png()
      .toBuffer();
    pictures.push(await sharp(whole).resize({ width: WIDTH }).png().toBuffer());
  }
  const delay = shots.map((shot) => shot.delay);
  return sharp(pictures, { join: { animated: true } }).webp({
    ...{ delay, loop: 0, quality: 55, effort: 4 },
  });
}
