import { expect, it } from 'vitest';
import { PASSWORD, useTestApp } from '../testing/app.ts';
import { createDemoClips } from './clips.ts';
import { createDemoGallery } from './gallery.ts';
import { SCENES, sceneSvg } from './landscapes.ts';
import { ALL_PLAYERS } from './roster.ts';
import { createDemoWorld } from './world.ts';

const app = useTestApp({ env: { DEMO_PASSWORD: PASSWORD } });

it('draws the same scene for the same seed', () => {
  for (const scene of SCENES) {
    expect(sceneSvg('one', scene, 'saltreach')).toBe(sceneSvg('one', scene, 'saltreach'));
    expect(sceneSvg('one', scene, 'saltreach')).not.toBe(sceneSvg('other', scene, 'saltreach'));
  }
});

it('demo photos are added only once, and only for players who exist', async () => {
  const cast = ALL_PLAYERS.filter(({ username }) =>
    ['demo_player', 'Squall', 'moonmilk', 'demo_mod'].includes(username),
  );
  await createDemoWorld(app.site, cast);
  await createDemoGallery(app.site);
  await createDemoGallery(app.site);
  const viewer = await app.player();
  const { body: list } = await viewer.call('GET /api/profiles', { query: { search: 'demo_player' } });
  const { body } = await viewer.call('GET /api/photos/user/{userId}', {
    params: { userId: list[0]?.id ?? 0 },
  });
  expect(body.photos).toHaveLength(4);
  expect(body.photos.at(-1)?.caption).toBe('First evening in the hold');
  const response = await viewer.fetch(body.photos[0]?.imageUrl ?? '');
  // Read the whole response, because an open connection would delay closing the site.
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

it('demo clips are added only once and expire within a day', async () => {
  await createDemoClips(app.site);
  await createDemoClips(app.site);
  const visitor = app.browser();
  const { status } = await visitor.signIn('demo_player');
  expect(status).toBe(200);
  const { groups } = (await visitor.call('GET /api/clips/feed')).body;
  expect(groups.map(({ user, clips, hasUnseen }) => [user.username, clips.length, hasUnseen])).toEqual([
    ['moonmilk', 1, true],
    ['Squall', 2, false],
  ]);
  const [clip] = groups[0]?.clips ?? [];
  expect([clip?.width, clip?.height]).toEqual([810, 1080]);
  const response = await visitor.fetch(clip?.url ?? '');
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  app.clock.advance(24 * 3_600_000);
  expect((await visitor.call('GET /api/clips/feed')).body.groups).toEqual([]);
});
