import sharp from 'sharp';
import { expectAccessible } from './browser.ts';
import { requestOk, signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

type Photo = { caption: string; imageUrl: string; width: number; height: number };

const plain = (width: number, height: number, background: string) => ({
  create: { width, height, channels: 3, background } as const,
});

/**
 * Create a photo whose left half is red and whose right half is blue. Like a camera, store its pixels rotated by 90°.
 */
const createPhoto = async () => {
  const upright = await sharp(plain(3_000, 4_000, '#c02020'))
    .composite([{ input: plain(1_500, 4_000, '#2020c0'), left: 1_500, top: 0 }])
    .png()
    .toBuffer();
  return sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
};

test('pictures shrunk before sending keep their orientation and colors, and a long screenshot stays readable', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 375 });
  await signUpPlayer(visitor);
  const { page } = visitor;
  await page.goto('/my-gallery');
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/photos'))
      sizes.push(request.sizes().then(({ requestBodySize }) => requestBodySize));
  });
  const photo = await createPhoto();
  const png = (width: number, height: number) =>
    sharp(plain(width, height, '#205030'))
      .png({ compressionLevel: 1 })
      .toBuffer();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo },
    // This picture has 58 megapixels, so the server would not accept the original.
    { name: 'wide.png', mimeType: 'image/png', buffer: await png(15_000, 3_900) },
    { name: 'chat.png', mimeType: 'image/png', buffer: await png(1_080, 12_000) },
  ]);
  await page.getByLabel('Caption of me.jpg').fill('Upright');
  await page.getByLabel('Caption of wide.png').fill('Panorama');
  await page.getByLabel('Caption of chat.png').fill('Chat');
  await page.getByRole('button', { name: 'Upload 3 photos' }).click();
  for (const caption of ['Upright', 'Panorama', 'Chat'])
    await page.getByAltText(caption, { exact: true }).waitFor();

  const { photos } = await requestOk<{ photos: Photo[] }>(visitor, 'GET', '/api/photos?owner=me');
  const find = (text: string) => photos.find(({ caption }) => caption === text);
  expect(find('Panorama')).toMatchObject({ width: 1_600, height: 416 });
  expect(find('Upright')).toMatchObject({ width: 1_200, height: 1_600 });
  expect(find('Chat')).toMatchObject({ width: 480, height: 5_333 });
  const stored = await visitor.context.request.get(find('Upright')?.imageUrl ?? '');
  const { data } = await sharp(await stored.body())
    .resize(2, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red, , , , , blue] = data;
  expect(red).toBeGreaterThan(150);
  expect(blue).toBeGreaterThan(150);
  expect(Math.max(...(await Promise.all(sizes)))).toBeLessThan(photo.length / 2);

  // The long screenshot fills the width of the lightbox, and can be scrolled by keyboard.
  await page
    .getByRole('link')
    .filter({ has: page.getByAltText('Chat', { exact: true }) })
    .click();
  const region = page.getByRole('region', { name: 'Chat' });
  const picture = region.getByAltText('Chat');
  await expect.poll(() => picture.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(300);
  await expectAccessible(page);
  await region.focus();
  await page.keyboard.press('PageDown');
  await expect.poll(() => region.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
});
