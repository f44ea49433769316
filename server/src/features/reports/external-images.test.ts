import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runSiteCommand } from '../../operator/site-commands.ts';
import { siteUrl } from '../../platform/config.ts';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { createThread, firstCategoryId } from '../forum/testing.ts';
import { imageUrl, purgeImages } from '../images/service.ts';
import { startExternalSite } from '../images/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { fileOf, report } from './testing.ts';

const GIF = 'https://media.giphy.com/media/x/giphy.gif';

let host: Awaited<ReturnType<typeof startExternalSite>>;
let app: TestApp;
let author: TestPlayer;
let other: TestPlayer;
let moderator: TestPlayer;
let categoryId: number;
let served: Buffer;
let asked: string[] = [];
beforeAll(async () => {
  served = await createPng();
  host = await startExternalSite((request, response) => {
    asked.push(request.url ?? '');
    response.end(request.url?.includes('gone') ? 'nothing' : served);
  });
  app = await createTestApp({ outboundPolicy: host.policy });
  [author, other] = [await app.player(), await app.player()];
  moderator = await createStaff(app);
  categoryId = await firstCategoryId(author);
});
afterAll(async () => {
  await app.close();
  await host.close();
});

/** Create a forum post with these lines, report it, and return the media that staff see. */
async function shown(...lines: string[]) {
  asked = [];
  const { postId } = await createThread(author, categoryId, { body: lines.join('\n') });
  const { status, body } = await report(other, 'forumPost', postId);
  expect(status).toBe(201);
  return (await fileOf(moderator, body.report.id)).body.report.copy.media;
}
const bytesOf = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await moderator.fetch(path)).arrayBuffer());

describe('images of a reported forum post', () => {
  it('are stored as they were when reported', async () => {
    const [mine] = await shown(host.at('a.png'));
    expect(mine).toEqual({ kind: 'image', url: expect.stringMatching(/^\/media\/reports\/\d+$/) });
    const { url } = mine as { url: string };
    const before = await bytesOf(url);
    expect(before.subarray(8, 12).toString()).toBe('WEBP');
    for (const viewer of [author, other]) expect((await viewer.fetch(url)).status).toBe(404);
    served = await createPng(16, 16);
    await query(app.site.db, sql`delete from external_images`);
    expect(await bytesOf(url)).toEqual(before);
  });

  it('are copied from the image cache', async () => {
    const seen = host.at('seen.png');
    const readers = Buffer.from(await (await other.fetch(imageUrl(app.site, seen))).arrayBuffer());
    const [mine] = await shown(seen);
    expect(asked).toEqual([]);
    expect(await bytesOf(mine?.url as string)).toEqual(readers);
  });

  it('become links if they cannot be fetched, or after the fifth image', async () => {
    const many = Array.from({ length: 7 }, (_, n) => host.at(`many${n}.png`));
    const gone = host.at('gone.png');
    const media = await shown(GIF, gone, ...many);
    const copy = { kind: 'image', url: expect.stringMatching(/^\/media\/reports\//) };
    const link = (url: string | undefined) => ({ kind: 'link', url });
    expect(media).toEqual([
      { kind: 'image', url: GIF },
      link(gone),
      ...Array(4).fill(copy),
      ...many.slice(4).map(link),
    ]);
    expect(asked.toSorted()).toEqual(['/gone.png', ...[0, 1, 2, 3].map((n) => `/many${n}.png`)]);
    expect(await query(app.site.db, sql`select 1 from orphaned_files`)).toEqual([]);
  });

  it('are not fetched again if the operator purges them while a report copies them', async () => {
    const { postId } = await createThread(author, categoryId, { body: host.at('purged.png') });
    const copy = app.site.files.copy.bind(app.site.files);
    vi.spyOn(app.site.files, 'copy').mockImplementationOnce(async (from, to) => {
      await copy(from, to);
      await runSiteCommand(app.site, ['media', 'purge-file', from, 'illegal']);
    });
    expect((await report(other, 'forumPost', postId)).status).toBe(409);
    vi.restoreAllMocks();
    // After this time, the site repeats failed fetches. It must not fetch the purged image, though.
    app.clock.advance(60 * 60_000);
    await purgeImages(app.site.db, app.site);
    asked = [];
    expect((await other.fetch(imageUrl(app.site, host.at('purged.png')))).status).toBe(404);
    const { body } = await report(other, 'forumPost', postId);
    const { media } = (await fileOf(moderator, body.report.id)).body.report.copy;
    expect(media).toEqual([{ kind: 'link', url: host.at('purged.png') }]);
    expect(asked).toEqual([]);
  });

  it('are copied if they are on this site, and survive the deletion of the originals', async () => {
    const photo = await addPhoto(author);
    const here = siteUrl(app.site.config);
    const nobodys = `${here}/media/attachments/1.png`;
    const unreadable = `${here}/media/photos/%zz.webp`;
    const form = [['avatar', served, 'me.png']] as const;
    const { avatarUrl } = (await author.call('POST /api/upload/avatar', { form: [...form] })).body;
    // The avatar does not exist in the size that this URL names, so the full size is copied.
    const avatar = `${here}${avatarUrl.replace('.webp', '.480.webp')}`;
    const media = await shown(
      `${here}${photo.imageUrl.replace('photos', 'ph%6ftos')}`,
      nobodys,
      avatar,
      unreadable,
    );
    const copy = { kind: 'image', url: expect.stringMatching(/^\/media\/reports\//) };
    expect(media).toEqual([copy, { kind: 'link', url: nobodys }, copy, { kind: 'link', url: unreadable }]);
    expect(asked).toEqual([]);
    const before = await bytesOf(media[0]?.url as string);
    expect(before.subarray(8, 12).toString()).toBe('WEBP');
    await author.call('DELETE /api/photos/{id}', { params: { id: photo.id } });
    expect(await bytesOf(media[0]?.url as string)).toEqual(before);
  });

  it('are fetched once for concurrent reports', async () => {
    const { postId } = await createThread(author, categoryId, { body: host.at('once.png') });
    asked = [];
    expect((await report(author, 'forumPost', postId)).status).toBe(409);
    expect(asked).toEqual([]);
    const all = await Promise.all(Array.from({ length: 5 }, () => report(other, 'forumPost', postId)));
    expect(new Set(all.map(({ body }) => body.report.id)).size).toBe(1);
    expect(asked).toEqual(['/once.png']);
    expect(await query(app.site.db, sql`select 1 from orphaned_files`)).toEqual([]);
  });
});
