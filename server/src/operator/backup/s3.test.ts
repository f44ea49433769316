import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { openFiles } from '../../platform/files/open-storage.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { FakeS3 } from '../../testing/fake-s3.ts';
import { runDataCommand } from '../data-commands.ts';
import { toFailure } from '../failures.ts';
import { runSiteCommand } from '../site-commands.ts';
import { isEmpty } from './queries.ts';
import { createEmptySite, createSampleData, type EmptySite } from './testing.ts';

let scratch: string;
let [from, to]: FakeS3[] = [];
let app: TestApp;
let emptySite: EmptySite;
beforeAll(async () => {
  scratch = temporaryFolder();
  [from, to] = [await FakeS3.start(), await FakeS3.start()];
  app = await createTestApp({ env: from.env });
  await createSampleData(app);
  emptySite = await createEmptySite({ more: to.env });
});
afterAll(async () => {
  await app.close();
  await emptySite.remove();
  await Promise.all([from?.stop(), to?.stop()]);
  rmSync(scratch, { recursive: true });
});

const whole = () => path.join(scratch, 'whole');
const restored = () => runDataCommand('restore', emptySite.config, [whole()]);
const why = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => toFailure(error)?.message,
  );

describe('a site with files in a bucket', () => {
  it('deletes the incomplete backup if the object store fails', async () => {
    const folder = path.join(scratch, 'refused');
    await from?.setBucketMissing(true);
    expect(await why(runSiteCommand(app.site, ['backup', folder]))).toMatch(/bucket.*\)$/);
    await from?.setBucketMissing(false);
    await from?.rejectWith(403);
    expect(await why(runSiteCommand(app.site, ['backup', folder]))).toContain('(Not today)');
    await from?.rejectWith(null);
    expect(existsSync(folder)).toBe(false);
  });

  it('is restored with its files to another bucket', async () => {
    expect((await runSiteCommand(app.site, ['backup', whole()])).text).toContain(
      '3 files with 300,005 bytes',
    );
    await to?.rejectWith(503);
    expect(await why(restored())).toContain('try again');
    await to?.rejectWith(null);
    const { db, close } = await openDatabase(emptySite.config);
    expect(await isEmpty(db).finally(close)).toBe(true);

    expect((await restored()).text).toContain('3 files');
    const keys = from?.keys() ?? [];
    expect(keys).toHaveLength(3);
    expect(to?.keys()).toEqual(keys);
    // A restore to a bucket does not create the file `restored-copy`. Without it, `anonymize` refuses to run. This
    // protects the bucket, which could also contain files of another site.
    expect(existsSync(path.join(emptySite.config.dataDir, 'restored-copy'))).toBe(false);
    const files = await openFiles(emptySite.config, pino({ level: 'silent' }));
    for (const key of keys) expect(await files.getBytes(key)).toEqual(await app.site.files.getBytes(key));
  });
});
