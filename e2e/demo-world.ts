import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PagePath } from '@rivalhold/shared/pages.ts';
import { expect, inject } from 'vitest';
import { startAndStop } from '../scripts/testing/data-folder-template.ts';
import { requestAs } from './players.ts';
import { samplePath } from './sample-paths.ts';
import { DEMO_PASSWORD } from './site.ts';
import { useGiphy, useSite } from './suite.ts';

/** A data folder with the demo world, made once in a test run by the first file that needs it. To be copied. */
async function demoDataFolder(): Promise<string> {
  const folder = inject('demoFolder');
  const lock = `${folder}-lock`;
  try {
    mkdirSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    while (!existsSync(folder)) {
      if (!existsSync(lock)) return demoDataFolder();
      await sleep(100);
    }
    return folder;
  }
  const unfinished = `${folder}-unfinished`;
  try {
    cpSync(inject('madeFolder'), unfinished, { recursive: true });
    await startAndStop({ DATA_DIR: unfinished, SEED: 'demo', DEMO_PASSWORD });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(lock, { recursive: true });
    throw error;
  }
  return folder;
}

/** A site with the demo world for a file of tests, so that its pages are full. */
export function useDemoWorld() {
  const giphy = useGiphy();
  const suite = useSite(giphy.env, demoDataFolder);

  /** Sign in a player of the demo world. */
  async function signInDemo(credential: string, width = 1280) {
    const visitor = await suite.visitor({ width });
    const { status } = await requestAs(visitor, 'POST', '/api/session', {
      credential,
      password: DEMO_PASSWORD,
    });
    expect(status).toBe(200);
    const idOf = async (name: string) =>
      (await requestAs<{ id: number }>(visitor, 'GET', `/api/profiles/username/${name}`)).body.id;
    type Threads = { threads: { id: number; postCount: number }[] };
    const { body } = await requestAs<Threads>(visitor, 'GET', '/api/forum-threads');
    const [longest] = body.threads.toSorted((one, other) => other.postCount - one.postCount);
    const [own, other] = [await idOf(credential), await idOf('moonmilk')];
    const { body: coins } = await requestAs<{ items: { fightId: number | null }[] }>(
      visitor,
      'GET',
      '/api/coins/history',
    );
    const fight = coins.items.find(({ fightId }) => fightId !== null)?.fightId;
    const pathOf = (page: PagePath) => samplePath(page, { own, other, fight: fight ?? undefined });
    return { ...visitor, visitor, pathOf, longestThread: `/forum?thread=${longest?.id}` };
  }

  return { suite, giphy, signInDemo };
}
