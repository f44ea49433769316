import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../lib/paths.mjs';
import { accepts } from '../lib/ports.mjs';
import { freePort } from './free-port.ts';
import { installSystemPackages, which } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TlsCertificate } from './tls-certificate.ts';

export const DEPLOY = join(ROOT, 'deploy');

const findNginx = (): string | null => which('nginx', ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']);

/** Return the path of nginx, after installing it if necessary. Return null if it cannot be installed. */
export const ensureNginx = (): string | null =>
  findNginx() ?? (installSystemPackages(['nginx']) ? findNginx() : null);

/**
 * Report whether an nginx version has the `http2` directive. `versionOutput` is the output of `nginx -v`. Versions
 * without the directive have a parameter of `listen` instead. Versions with the directive warn about this parameter.
 */
export function hasHttp2Directive(versionOutput: string): boolean {
  const [major = 0, minor = 0, patch = 0] = (/nginx\/([\d.]+)/.exec(versionOutput)?.[1] ?? '')
    .split('.')
    .map(Number);
  return major > 1 || (major === 1 && (minor > 25 || (minor === 25 && patch >= 1)));
}

/** Return the content of `deploy/site/listen.conf` for this nginx, but with the given address and certificate. */
export function tlsListenConfig(
  nginx: string,
  address: string,
  { keyFile, certFile }: TlsCertificate,
): string {
  const isNew = hasHttp2Directive(spawnSync(nginx, ['-v'], { encoding: 'utf8' }).stderr);
  const config = readFileSync(join(DEPLOY, 'site/listen.conf'), 'utf8')
    .replace('listen 8443 ssl;', `listen ${address} ssl${isNew ? '' : ' http2'};`)
    .replace('/run/secrets/tls_certificate', certFile)
    .replace('/run/secrets/tls_key', keyFile);
  return isNew ? config : config.replace('http2 on;', '');
}

/** Maximum number of characters of nginx's output to keep for error messages. */
const MAX_OUTPUT = 4_000;

export type RunningProxy = { url: string; port: number; stop: () => Promise<void> };

/**
 * Changes to `deploy/nginx.conf` for a test. Each key is a string in the original file, where it must occur exactly
 * once. Its value is the replacement.
 */
export type ConfigOverrides = Record<string, string>;

/**
 * Create a working folder for nginx with `deploy/nginx.conf`. `nodes` are addresses (`host:port`), and `listen` is
 * the content of `listen.conf`.
 */
export function createProxyFolder(
  nodes: readonly string[],
  listen: string,
  overrides: ConfigOverrides = {},
): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'site'));
  let rules = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8');
  for (const [original, replacement] of Object.entries(overrides)) {
    if (rules.split(original).length !== 2) throw new Error(`nginx.conf does not have "${original}" once`);
    rules = rules.replace(original, replacement);
  }
  writeFileSync(join(folder, 'nginx.conf'), rules);
  const servers = nodes.map((node) => `server ${node} max_fails=3 fail_timeout=2s;\n`);
  writeFileSync(join(folder, 'site/nodes.conf'), servers.join(''));
  writeFileSync(join(folder, 'site/listen.conf'), `${listen}\n`);
  return folder;
}

/**
 * Return the nginx arguments for a folder that `createProxyFolder` created. If nginx runs as root, its workers must
 * also run as root to read the folder.
 */
export function proxyArguments(folder: string): string[] {
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  return ['-e', 'stderr', '-p', `${folder}/`, '-c', join(folder, 'nginx.conf'), '-g', `${user}daemon off;`];
}

/**
 * Start nginx with `deploy/nginx.conf` on a free port of the loopback address, in front of `nodes`. With a certificate,
 * it uses TLS and HTTP/2 as in `deploy/site/listen.conf`.
 * @throws Error if nginx is missing or exits
 */
export async function startProxy(
  nodes: readonly string[],
  overrides: ConfigOverrides = {},
  certificate?: TlsCertificate,
): Promise<RunningProxy> {
  const nginx = ensureNginx();
  if (nginx === null) throw new Error('nginx is missing and could not be installed');
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const listen = certificate ? tlsListenConfig(nginx, address, certificate) : `listen ${address};`;
  const folder = createProxyFolder(nodes, listen, overrides);
  const child = spawn(nginx, proxyArguments(folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  process.once('exit', () => child.kill('SIGTERM'));
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (line: string) => {
    output = (output + line).slice(-MAX_OUTPUT);
  });
  const gone = once(child, 'exit');
  while (!(await accepts(port, '127.0.0.1'))) {
    if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}:\n${output}`);
    await sleep(20);
  }
  return {
    url: `${certificate ? 'https' : 'http'}://${address}`,
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
