import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NODE, ROOT } from '../lib/paths.mjs';
import { CLEAN_ENV } from '../testing/clean-env.ts';
import { freePort } from '../testing/free-port.ts';
import { LONG } from '../testing/long.ts';
import { installedPackages } from '../testing/packages.ts';
import { DEPLOY } from '../testing/proxy.ts';
import { installSystemPackages, which } from '../testing/system.ts';
import { isAvailable } from '../testing/tools.ts';

const findAnalyze = () => which('systemd-analyze');
const analyzer = findAnalyze() ?? (installSystemPackages(['systemd']) ? findAnalyze() : null);
const RELEASE = '/opt/rivalhold/current';
/** Highest exposure level that `systemd-analyze security` may report, in tenths: 0 is best, and 100 is worst. */
const MAX_EXPOSURE = 20;
/** Time limit for the first start of a server. */
const START_TIMEOUT_MS = 60_000;
const unit = (name: string) => readFileSync(join(DEPLOY, 'systemd', name), 'utf8');

it('the journal deletes logs within 30 days', () => {
  const journal = unit('journald@rivalhold.conf');
  const days = (name: string) => Number(new RegExp(`^${name}=(\\d+)day$`, 'm').exec(journal)?.[1]);
  // The journal deletes whole files. Therefore, the oldest line of a file can exceed the age limit by the period that
  // the file covers.
  expect(days('MaxRetentionSec') + days('MaxFileSec')).toBeLessThanOrEqual(30);
  expect(unit('rivalhold-.service.d/common.conf').split('\n')).toContain('LogNamespace=rivalhold');
});

describe.skipIf(!isAvailable(analyzer, 'systemd-analyze'))('the systemd units', () => {
  let folder: string;
  let names: string[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rivalhold-systemd-'));
    mkdirSync(join(folder, 'release/bin'), { recursive: true });
    symlinkSync(NODE, join(folder, 'release/bin/node'));
    cpSync(join(DEPLOY, 'systemd'), join(folder, 'units'), { recursive: true });
    for (const file of globSync('**/*.{service,conf}', { cwd: join(folder, 'units') }))
      writeFileSync(join(folder, 'units', file), unit(file).replaceAll(RELEASE, join(folder, 'release')));
    names = globSync('*.{service,timer}', { cwd: join(folder, 'units') });
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const analyze = (...args: string[]): SpawnSyncReturns<string> =>
    spawnSync(analyzer ?? '', args, {
      encoding: 'utf8',
      env: { ...CLEAN_ENV, SYSTEMD_UNIT_PATH: `${join(folder, 'units')}:` },
    });

  it('are valid', () => {
    expect(names.sort()).toEqual([
      'rivalhold-backup.service',
      'rivalhold-backup.timer',
      'rivalhold-server.service',
    ]);
    const verify = () => analyze('verify', ...names.map((name) => join(folder, 'units', name)));
    expect(verify()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    writeFileSync(join(folder, 'units/rivalhold-.service.d/wrong.conf'), '[Service]\nProtectHom=yes\n');
    expect(verify().stderr).toContain('ProtectHom');
    rmSync(join(folder, 'units/rivalhold-.service.d/wrong.conf'));
  });

  it('restrict the privileges of the server and the backup', () => {
    for (const name of names.filter((each) => each.endsWith('.service'))) {
      const args = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`, name];
      const { status, stdout, stderr } = analyze(...args);
      expect(status, stdout.slice(-200) + stderr).toBe(0);
    }
  });

  it('start the server with the same command as the image', () => {
    const [, command = ''] = /^CMD (.+)$/m.exec(readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')) ?? [];
    const started = `${RELEASE}/bin/${(JSON.parse(command) as string[]).join(' ')}`;
    expect(unit('rivalhold-server.service').split('\n')).toContain(`ExecStart=${started}`);
    for (const text of [unit('rivalhold-backup.service'), unit('rivalhold')])
      expect(existsSync(join(ROOT, /server\/\S+\.ts/.exec(text)?.[0] ?? 'missing'))).toBe(true);
  });
});

if (LONG)
  describe.skipIf(process.getuid?.() !== 0)('a release', () => {
    let folder: string;
    let release: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'rivalhold-release-'));
      chmodSync(folder, 0o755);
      release = join(folder, '0.1.0');
      const { status, stderr } = spawnSync('npm', ['run', 'release', '--', release], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('contains the license, but no development packages or tests', () => {
      const { all, development } = installedPackages(
        readFileSync(join(release, 'node_modules/.package-lock.json'), 'utf8'),
      );
      expect(all).toContain('node_modules/fastify');
      expect(development).toEqual([]);
      expect(globSync('{shared,server,scripts,e2e}/**/*.test.*', { cwd: release })).toEqual([]);
      expect(readFileSync(join(release, 'LICENSE'), 'utf8')).toContain('GNU AFFERO');
    });

    it('runs with its own Node, as a user who cannot change its files', async () => {
      const data = join(folder, 'data');
      const nobody = { uid: 65_534, gid: 65_534 };
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, nobody.uid, nobody.gid);
      const port = await freePort();
      const server = spawn(join(release, 'bin/node'), ['--v8-pool-size=0', 'server/src/main.ts'], {
        ...nobody,
        cwd: release,
        env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', DATA_DIR: data, SEED: 'none', PORT: `${port}` },
        stdio: 'ignore',
      });
      try {
        const isReady = () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => null,
          );
        await expect.poll(isReady, { timeout: START_TIMEOUT_MS }).toBe(200);
        const status = spawnSync(join(release, 'bin/node'), ['server/src/cli.ts', 'status'], {
          ...nobody,
          cwd: release,
          env: { DATA_DIR: data },
          encoding: 'utf8',
        });
        expect(status.stdout).toContain('0.1.0');
      } finally {
        const exited = once(server, 'exit');
        server.kill('SIGTERM');
        await exited;
      }
      expect(server.exitCode).toBe(0);
    });
  });
