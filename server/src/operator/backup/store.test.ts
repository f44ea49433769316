import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../scripts/testing/scratch.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { openFiles } from '../../platform/files/open.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { TestStore } from '../../testing/s3.ts';
import { reasonOf, runOnData } from '../commands.ts';
import { runCommand } from '../server.ts';
import { isEmpty } from './queries.ts';
import { type EmptyPlace, emptyPlace, makeSmallWorld } from './testing.ts';

let scratch: string;
let [from, to]: TestStore[] = [];
let app: TestApp;
let place: EmptyPlace;
beforeAll(async () => {
  scratch = scratchFolder();
  [from, to] = [await TestStore.start(), await TestStore.start()];
  app = await createTestApp({ env: from.env });
  await makeSmallWorld(app);
  place = await emptyPlace({ more: to.env });
});
afterAll(async () => {
  await app.close();
  await place.drop();
  await Promise.all([from?.end(), to?.end()]);
  rmSync(scratch, { recursive: true });
});

const whole = () => path.join(scratch, 'whole');
const restored = () => runOnData(place.config, ['restore', whole()]);
const why = (work: Promise<unknown>) => work.then(() => 'done', reasonOf);

describe('a site whose files are in a bucket', () => {
  it('leaves nothing of a backup that its store refuses, and says why', async () => {
    const folder = path.join(scratch, 'refused');
    await from?.lose(true);
    expect(await why(runCommand(app.site, ['backup', folder]))).toMatch(/bucket.*\)$/);
    await from?.lose(false);
    await from?.refuse(403);
    expect(await why(runCommand(app.site, ['backup', folder]))).toContain('(Not today)');
    await from?.refuse(null);
    expect(existsSync(folder)).toBe(false);
  });

  it('is restored with its files, into another bucket, also where that refused at first', async () => {
    expect(await runCommand(app.site, ['backup', whole()])).toContain('3 files of 300,005 bytes');
    await to?.refuse(503);
    expect(await why(restored())).toContain('try again');
    await to?.refuse(null);
    const { db, close } = await openDatabase(place.config);
    expect(await isEmpty(db).finally(close)).toBe(true);

    expect(await restored()).toContain('3 files');
    const keys = from?.keys() ?? [];
    expect(keys).toHaveLength(3);
    expect(to?.keys()).toEqual(keys);
    const files = await openFiles(place.config, pino({ level: 'silent' }));
    for (const key of keys) expect(await files.getBytes(key)).toEqual(await app.site.files.getBytes(key));
  });
});
