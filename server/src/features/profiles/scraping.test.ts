import { LIMITS } from '@rivalhold/shared/limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '../../platform/security/rate-limits.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on' } });
let scraper: TestPlayer;
beforeAll(async () => {
  scraper = await app.player();
});
const list = (player: TestPlayer, limit: number) => player.call('GET /api/profiles', { query: { limit } });

describe('lists of players', () => {
  it('show a viewer at most 3,000 players a minute', async () => {
    let listed = 0;
    for (let n = 0; n < 80; n++) {
      const { status, headers } = await list(scraper, 50);
      if (status === 200) listed += 50;
      else expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
    expect(listed).toBe(RATE_LIMITS.listedPlayers.points);
    const likers = await scraper.call('GET /api/likes/{postId}/likers', {
      params: { postId: 1 },
      query: { limit: 50 },
    });
    expect(likers.status).toBe(429);
  });

  it('can be read at two pages a second', async () => {
    const player = await app.player();
    for (let n = 0; n < 120; n++) expect((await list(player, LIMITS.profilesPage)).status).toBe(200);
  });
});
