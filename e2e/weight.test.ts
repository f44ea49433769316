import { PLAYER_PAGES } from '@rivalhold/shared/pages.ts';
import { expect, test } from 'vitest';
import { openFight, strikeToTheEnd } from './fights.ts';
import { setRole, twoPlayers } from './people.ts';
import { call } from './players.ts';
import { useSite } from './suite.ts';
import { scriptsOf } from './weight.ts';

const MAX_BYTES = 250 * 1024;
const suite = useSite();

const isStaff = (path: string) => path.startsWith('/admin');

test.each([
  ['players', PLAYER_PAGES.filter((path) => !isStaff(path))],
  ['the staff', PLAYER_PAGES.filter(isStaff)],
])(
  'every page of %s loads at most 250 KB of scripts, those of windows over it included',
  async (_, paths) => {
    const { here, me, other } = await twoPlayers(suite);
    const { here: ring, other: rival } = await twoPlayers(suite);
    await openFight(ring.page, rival.id);
    const [fight] = (await call<{ id: number }[]>(ring, 'GET', '/api/combat/open')).body;
    await strikeToTheEnd(ring.page);
    setRole(suite.site, me, 'admin');
    const isOwn = new Set<string>(['/profiles/{userId}/edit', '/inventory/{userId}', '/gallery/{userId}']);
    const heavy: string[] = [];
    for (const path of paths) {
      const page = await here.context.newPage();
      const scripts = scriptsOf(page);
      const id = isOwn.has(path) ? me.id : other.id;
      await page.goto(path.replace('{userId}', String(id)).replace('{id}', String(fight?.id)));
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      // What a window takes comes after a while, or when one is about to open it.
      await page.getByRole('button', { name: 'Your menu' }).focus();
      await page.waitForLoadState('networkidle');
      const { count, bytes } = scripts();
      expect(count, path).toBeGreaterThan(5);
      if (bytes > MAX_BYTES) heavy.push(`${path}: ${bytes} bytes`);
      await page.close();
    }
    expect(heavy).toEqual([]);
  },
);
