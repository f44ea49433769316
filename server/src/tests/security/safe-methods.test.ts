import { routes } from '@rivalhold/shared/contract/index.ts';
import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';

const app = useTestApp();
let player: TestPlayer;
let opponent: TestPlayer;
beforeAll(async () => {
  [player, opponent] = [await app.player(), await app.player()];
});

it('a HEAD request changes nothing on any route', async () => {
  const paths = Object.keys(routes)
    .filter((key) => key.startsWith('GET '))
    .map((key) => key.slice('GET '.length).replaceAll(/\{\w+\}/g, String(player.id)));
  expect(paths.length).toBeGreaterThan(40);
  const statements = await statementsOf(app, async () => {
    for (const path of paths) {
      const search = `?opponentId=${opponent.id}&session_id=x`;
      await player.fetch(path + search, { method: 'HEAD' });
    }
  });
  expect(statements).toEqual([]);
  const fight = await player.fetch(`/api/combat/${player.id}?opponentId=${opponent.id}`, { method: 'HEAD' });
  expect([fight.status, await fight.text()]).toEqual([200, '']);
  expect(await query(app.site.db, sql`select id from fights`)).toEqual([]);
});
