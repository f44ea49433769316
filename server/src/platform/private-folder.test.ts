import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from './db/open-database.ts';
import { makePrivateFolder } from './private-folder.ts';

const base = mkdtempSync(path.join(tmpdir(), 'rivalhold-private-'));
afterAll(() => rmSync(base, { recursive: true }));
const modeOf = (folder: string): number => statSync(folder).mode & 0o777;

describe('a private folder', () => {
  it('is created with its parents, accessible only by its owner', () => {
    const folder = path.join(base, 'new', 'inner');
    makePrivateFolder(folder);
    expect([modeOf(path.dirname(folder)), modeOf(folder)]).toEqual([0o700, 0o700]);
  });

  it('loses the permissions of other users if it already exists', () => {
    const folder = path.join(base, 'open');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    makePrivateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('protects the embedded database in a public data folder', async () => {
    const [fresh, lent] = [path.join(base, 'data'), path.join(base, 'lent')];
    cpSync(process.env.TEST_TEMPLATE_FOLDER as string, lent, { recursive: true });
    for (const folder of [lent, path.join(lent, 'postgres')]) chmodSync(folder, 0o755);
    for (const dataDir of [fresh, lent]) {
      const { close } = await openDatabase({ databaseUrl: null, dataDir });
      await close();
      expect(modeOf(path.join(dataDir, 'postgres'))).toBe(0o700);
    }
    expect([modeOf(fresh), modeOf(lent)]).toEqual([0o700, 0o755]);
  });
});
