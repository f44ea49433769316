import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, httpUrl, readConfig } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rivalhold-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'x'.repeat(32);
const read = (env: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, SESSION_SECRET: SECRET, ...env });
function configErrors(env: Record<string, string>): string[] {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n- ').slice(1);
  }
  return [];
}

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['::', 'http://[::]:3000'],
  ['localhost', 'http://localhost:3000'],
])('returns a valid URL for the host %s', (host, url) => {
  expect(httpUrl(host, 3000)).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});

describe('the configuration', () => {
  it('uses defaults for settings that are not set', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      databaseUrl: null,
      databaseReplicaUrl: null,
      databasePool: 16,
      databaseTimeoutMs: 10_000,
      redisUrl: null,
      redisTimeoutMs: 8_000,
      smtpUrl: null,
      sourceUrl: null,
      s3: null,
      seed: 'demo',
      demoPassword: null,
      rateLimits: true,
      trustProxy: false,
      logLevel: 'info',
      clipTtlMs: 86_400_000,
    });
  });

  it('derives the default email addresses from the domain in PUBLIC_URL', () => {
    expect(read()).toMatchObject({ supportEmail: 'support@rivalhold.invalid' });
    const env = { PUBLIC_URL: 'https://game.example' };
    expect(read(env)).toMatchObject({
      supportEmail: 'support@game.example',
      mailFrom: 'Rivalhold <no-reply@game.example>',
    });
    expect(read({ ...env, SUPPORT_EMAIL: 'help@mail.example' }).supportEmail).toBe('help@mail.example');
    expect(read({ PUBLIC_URL: 'http://192.0.2.1' }).supportEmail).toBe('support@rivalhold.invalid');
  });

  it('reports all errors together', () => {
    expect(
      configErrors({
        PORT: '70000',
        HOST: '0.0.0.0',
        DATABASE_URL: 'mysql://somewhere',
        DATABASE_REPLICA_URL: 'postgres://copy.test/site',
        DATABASE_POOL: '2',
        DATABASE_TIMEOUT_MS: '5 s',
        SLOW_STATEMENT_MS: '0',
        REDIS_URL: 'nowhere',
        REDIS_TIMEOUT_MS: '10',
        SMTP_URL: 'https://mail.test',
        S3_ENDPOINT: 's3.test',
        S3_BUCKET: 'files',
        RATE_LIMITS: 'off',
        SEED: 'yes',
        DEMO_PASSWORD: 'abc',
        SESSION_SECRET: 'short',
        LOG_LEVEL: 'loud',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector.test',
        OTEL_TRACES_SAMPLER_ARG: '2',
        SOURCE_URL: 'github.test/rivalhold',
        TRUST_PROXY: 'everybody',
        CLIP_TTL_HOURS: '0',
      }),
    ).toEqual([
      'PORT must be a number from 0 to 65535',
      'PUBLIC_URL is required unless HOST is a loopback address',
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
      'DATABASE_REPLICA_URL needs DATABASE_URL',
      'DATABASE_POOL must be a number from 4 to 500',
      'DATABASE_TIMEOUT_MS must be a number from 1000 to 600000',
      'SLOW_STATEMENT_MS must be a number from 1 to 600000',
      'REDIS_URL must be a URL that begins with redis:// or rediss://',
      'REDIS_TIMEOUT_MS must be a number from 1000 to 60000',
      'SMTP_URL must be a URL that begins with smtp:// or smtps://',
      'S3_ENDPOINT must be a URL that begins with http:// or https://',
      'set all variables of the object store or none of them; missing: S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
      'RATE_LIMITS=off is only allowed if HOST, and PUBLIC_URL if set, are loopback addresses',
      'SEED must be one of demo, none',
      'DEMO_PASSWORD must have at least 6 characters',
      'SESSION_SECRET must have at least 32 characters',
      'TRUST_PROXY must be a number of proxies, or their addresses separated by commas',
      'CLIP_TTL_HOURS must be greater than 0 and at most 8760',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that begins with http:// or https://',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
      'SOURCE_URL must be a URL that begins with http:// or https://',
    ]);
  });

  it.each(['abc', '-1', '1.5', '65536', 'NaN', '3000;'])('rejects the port %s', (PORT) => {
    expect(configErrors({ PORT })).toEqual(['PORT must be a number from 0 to 65535']);
  });

  it('requires PUBLIC_URL unless HOST is a loopback address', () => {
    const missing = ['PUBLIC_URL is required unless HOST is a loopback address'];
    for (const HOST of ['0.0.0.0', '::', '192.168.1.2', 'rivalhold.test', 'localhost.evil.test'])
      expect(configErrors({ HOST })).toEqual(missing);
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(configErrors({ HOST })).toEqual([]);
    expect(read({ HOST: '0.0.0.0', PUBLIC_URL: 'https://rivalhold.test' }).publicUrl?.origin).toBe(
      'https://rivalhold.test',
    );
  });

  it('accepts only an http(s) URL without a path as PUBLIC_URL', () => {
    const shape = ['PUBLIC_URL must be a URL that begins with http:// or https://'];
    for (const PUBLIC_URL of [
      'rivalhold.test',
      'ftp://rivalhold.test',
      '//rivalhold.test',
      'https://',
      'javascript:1',
    ])
      expect(configErrors({ HOST: '0.0.0.0', PUBLIC_URL })).toEqual(shape);
    for (const PUBLIC_URL of [
      'https://rivalhold.test/game',
      'https://rivalhold.test/?x',
      'https://rivalhold.test/#x',
    ])
      expect(configErrors({ PUBLIC_URL })).toEqual(['PUBLIC_URL must not have a path, query or fragment']);
    expect(configErrors({ PUBLIC_URL: 'https://rivalhold.test/' })).toEqual([]);
  });

  it('rejects RATE_LIMITS=off if other machines can reach the site', () => {
    const off = ['RATE_LIMITS=off is only allowed if HOST, and PUBLIC_URL if set, are loopback addresses'];
    const publicSites: Record<string, string>[] = [
      { PUBLIC_URL: 'https://rivalhold.test' },
      { PUBLIC_URL: 'https://rivalhold.test', HOST: '0.0.0.0' },
      { PUBLIC_URL: 'http://localhost:3000', HOST: '0.0.0.0' },
    ];
    for (const env of publicSites) {
      expect(configErrors({ ...env, RATE_LIMITS: 'off' })).toEqual(off);
      expect(read(env).seed).toBe('none');
    }
    expect(read({ PUBLIC_URL: 'http://localhost:3000', RATE_LIMITS: 'off' })).toMatchObject({
      rateLimits: false,
      seed: 'demo',
    });
  });

  it('creates no demo world in an external database by default', () => {
    const DATABASE_URL = 'postgres://localhost/x';
    expect(read({ DATABASE_URL }).seed).toBe('none');
    expect(read({ DATABASE_URL, SEED: 'demo' }).seed).toBe('demo');
  });

  it('requires SESSION_SECRET with an external database', () => {
    expect(configErrors({ DATABASE_URL: 'postgres://localhost/x', SESSION_SECRET: '' })).toEqual([
      'SESSION_SECRET is required with DATABASE_URL',
    ]);
  });

  it('creates a session secret once for the embedded database', () => {
    const DATA_DIR = path.join(folder, 'new');
    const first = readConfig({ DATA_DIR });
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR }).sessionSecret).toBe(first.sessionSecret);
    expect(readConfig({ DATA_DIR: path.join(folder, 'other') }).sessionSecret).not.toBe(first.sessionSecret);
    expect(statSync(path.join(DATA_DIR, 'session-secret')).mode & 0o077).toBe(0);
  });

  it.each<[string, number | string | false]>([
    ['false', false],
    ['2', 2],
    ['10.0.0.1', '10.0.0.1'],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ])('accepts TRUST_PROXY=%s', (TRUST_PROXY, expected) => {
    expect(read({ TRUST_PROXY }).trustProxy).toBe(expected);
  });

  it('treats an empty value as not set', () => {
    expect(read({ PUBLIC_URL: '', REDIS_URL: ' ', PORT: '' })).toMatchObject({ publicUrl: null, port: 3000 });
  });

  it('reads a secret from a file, without the line break at the end of the file', () => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, 'smtps://mail.test\n');
    expect(read({ SMTP_URL_FILE: file, SMTP_URL: '' }).smtpUrl).toBe('smtps://mail.test');
    expect(read({ SMTP_URL_FILE: ' ' }).smtpUrl).toBeNull();
  });

  it('accepts an empty secret file only for SMTP, Stripe and Giphy', () => {
    const file = path.join(folder, 'empty');
    writeFileSync(file, '\n');
    for (const name of ['SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'GIPHY_API_KEY'])
      expect(configErrors({ [`${name}_FILE`]: file })).toEqual([]);
    for (const name of [
      'DATABASE_URL',
      'DATABASE_REPLICA_URL',
      'REDIS_URL',
      'METRICS_TOKEN',
      'DEMO_PASSWORD',
    ])
      expect(configErrors({ [`${name}_FILE`]: file })).toEqual([`${name}_FILE names an empty file`]);
    expect(configErrors({ SESSION_SECRET: '', SESSION_SECRET_FILE: file })).toEqual([
      'SESSION_SECRET_FILE names an empty file',
    ]);
  });

  it('accepts REDIS_URL only with DATABASE_URL', () => {
    const REDIS_URL = 'redis://redis.test:6379';
    expect(configErrors({ REDIS_URL })).toEqual(['REDIS_URL needs DATABASE_URL']);
    expect(read({ REDIS_URL, DATABASE_URL: 'postgres://database.test/site' }).redisUrl).toBe(REDIS_URL);
  });

  it('rejects a secret that is set twice or cannot be read', () => {
    const file = path.join(folder, 'token');
    writeFileSync(file, 'token');
    expect(configErrors({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'other' })).toEqual([
      'set METRICS_TOKEN or METRICS_TOKEN_FILE, not both',
    ]);
    expect(configErrors({ GIPHY_API_KEY_FILE: path.join(folder, 'missing'), SMTP_URL_FILE: folder })).toEqual(
      [
        expect.stringMatching(/^SMTP_URL_FILE: EISDIR/),
        expect.stringMatching(/^GIPHY_API_KEY_FILE: ENOENT.+missing/),
      ],
    );
  });

  it('supports the suffix _FILE only for secrets', () => {
    const file = path.join(folder, 'port');
    writeFileSync(file, '4000');
    expect(read({ PORT_FILE: file }).port).toBe(3000);
  });

  it('uses Stripe only if both Stripe keys are set', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const publicUrl = { PUBLIC_URL: 'https://hold.test' };
    expect(read()).toMatchObject({ payments: 'sandbox', stripe: null });
    expect(read({ PUBLIC_URL: 'http://localhost:3000' }).payments).toBe('sandbox');
    expect(read(publicUrl)).toMatchObject({ payments: 'none', stripe: null });
    expect(read({ TRUST_PROXY: '1' }).payments).toBe('none');
    expect(read({ TRUST_PROXY: '0' }).payments).toBe('sandbox');
    expect(read({ ...stripe, TRUST_PROXY: '1' }).payments).toBe('stripe');
    expect(read(stripe).payments).toBe('stripe');
    expect(read({ ...stripe, ...publicUrl }).stripe).toMatchObject({
      secretKey: 'sk_test_1',
      apiBase: new URL('https://api.stripe.com'),
    });
    expect(configErrors({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
      'set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or neither',
    ]);
    expect(configErrors({ ...stripe, STRIPE_API_BASE: 'http://elsewhere.test' })).toEqual([
      'STRIPE_API_BASE must begin with https:// unless it is a loopback address',
    ]);
    expect(configErrors({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([
      'a live STRIPE_SECRET_KEY needs a PUBLIC_URL that begins with https://',
    ]);
  });
});
