import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../lib/paths.mjs';
import { freePort } from '../testing/free-port.ts';
import { buildImage, ensureImageTools, type ImageStore } from '../testing/image.ts';
import { installedPackages } from '../testing/packages.ts';
import { DEPLOY } from '../testing/proxy.ts';
import { isAvailable } from '../testing/tools.ts';

type Node = {
  read_only: true;
  init: true;
  cap_drop: string[];
  security_opt: string[];
  tmpfs: string[];
  mem_limit: string;
  cpus: number;
  pids_limit: number;
  healthcheck: { test: string[] };
};

/** Time limit for the first start. It equals the start period of the health check. */
const START_TIMEOUT_MS = 60_000;

/** Return the options with which `podman run` applies the restrictions that the compose file sets for a node. */
function restrictionsOf(node: Node): string[] {
  return [
    ...(node.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(node.init ? ['--init'] : []),
    ...node.cap_drop.map((name) => `--cap-drop=${name}`),
    ...node.security_opt.map((option) => `--security-opt=${option.replace(/:true$/, '')}`),
    ...node.tmpfs.map((mount) => `--tmpfs=${mount}`),
    // Set these limits, because Podman's defaults are higher than some machines allow.
    ...['--ulimit=nofile=4096:8192', '--ulimit=nproc=4096:8192'],
    ...[`--memory=${node.mem_limit}`, `--cpus=${node.cpus}`, `--pids-limit=${node.pids_limit}`],
  ];
}

describe.skipIf(!isAvailable(ensureImageTools(), 'Podman'))('the image', () => {
  const { services } = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: { node1: Node };
  };
  let store: ImageStore;
  let port: number;
  beforeAll(async () => {
    store = buildImage();
    port = await freePort();
    store.podman(
      ...['run', '--detach', '--name', 'node', '--network', 'host', ...restrictionsOf(services.node1)],
      ...['--volume', 'data:/data', '--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', 'rivalhold:test'],
    );
  });
  afterAll(() => store?.remove());
  const inNode = (...args: string[]) => store.podman('exec', 'node', ...args);
  const shell = (script: string) => inNode('sh', '-c', script);

  it('runs a node that is ready and serves the client', async () => {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(isReady, { timeout: START_TIMEOUT_MS, interval: 250 }).toBe(200);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200);
    expect(inNode('node', 'server/src/cli.ts', 'status')).toContain('0.1.0');
  });

  it('has a health check that succeeds while the node is ready', () => {
    const check = services.node1.healthcheck.test.slice(1).map((part) => part.replace('3000', `${port}`));
    expect(inNode(...check)).toBe('');
    const unused = check.map((part) => part.replace(`${port}`, '1'));
    expect(() => inNode(...unused)).toThrow();
  });

  it('runs as a user who can write only to /data and /tmp', () => {
    expect(shell('id -u; id -g').split('\n')).toEqual(['1000', '1000']);
    expect(shell('stat -c "%U %a" /data')).toBe('node 700');
    const write = (path: string) => () => shell(`touch ${path}/written`);
    for (const path of ['/data', '/tmp']) expect(write(path)).not.toThrow();
    for (const path of ['/app', '/app/server', '/home/node', '/var/tmp']) expect(write(path), path).toThrow();
    // Root owns all files, so the user could not write to them even if the file system were writable.
    expect(shell('find /app ! -user root | head -1')).toBe('');
    expect(shell('grep -E "^(CapEff|NoNewPrivs)" /proc/self/status').split(/\s+/)).toEqual([
      'CapEff:',
      '0000000000000000',
      'NoNewPrivs:',
      '1',
    ]);
  });

  it('contains no development packages, package manager or tests', () => {
    const { all, development } = installedPackages(shell('cat node_modules/.package-lock.json'));
    expect(all).toContain('node_modules/fastify');
    expect(development).toEqual([]);
    const folders = shell('cd node_modules && ls -d [!.@]* @*/*').split('\n');
    expect(folders.filter((name) => !all.includes(`node_modules/${name}`))).toEqual([]);
    expect(shell('command -v npm npx yarn || true')).toBe('');
    expect(shell('find . -path ./node_modules -prune -o -name "*.test.*" -print')).toBe('');
    expect(inNode('ffmpeg', '-version')).toContain('ffmpeg version');
    expect(shell('head -1 LICENSE')).toContain('GNU AFFERO GENERAL PUBLIC LICENSE');
  });

  it('runs the Node version of the project', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    expect(inNode('node', '--version')).toBe(`v${devDependencies.node}`);
    store.podman('stop', '--time', '15', 'node');
    expect(store.podman('inspect', '--format', '{{.State.ExitCode}}', 'node')).toBe('0');
  });
});
