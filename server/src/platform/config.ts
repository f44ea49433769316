import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { GIPHY_API } from '@rivalhold/shared/gifs.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { proxyTrust } from './security/client-address.ts';

export type Config = {
  version: string;
  port: number;
  host: string;
  dataDir: string;
  /** Public URL of the site. Null if it is not set, which is allowed only if `host` is a loopback address. */
  publicUrl: URL | null;
  databaseUrl: string | null;
  /** URL of a read replica, for reads that tolerate slightly outdated data. */
  databaseReplicaUrl: string | null;
  /** Size of this node's connection pool for the primary, and of its pool for the replica. */
  databasePool: number;
  /** Statement timeout in ms of the primary and the replica. */
  databaseTimeoutMs: number;
  /** Minimum duration in ms of an SQL statement that is logged as slow. */
  slowStatementMs: number;
  redisUrl: string | null;
  /** Time in ms without data from Redis after which the connection counts as lost. */
  redisTimeoutMs: number;
  smtpUrl: string | null;
  /** Bucket for players' files. Null to store them in a folder under `dataDir`. */
  s3: S3Config | null;
  mailFrom: string;
  supportEmail: string;
  /** URL of this site's source code. Null if players have to request the code from support. */
  sourceUrl: string | null;
  sessionSecret: string;
  giphyApiKey: string | null;
  /** Origin of the GIF provider's API. */
  giphyApiBase: string;
  /**
   * Payment provider for coins. The sandbox charges nothing. It is used only without Stripe, on a loopback address
   * without a proxy.
   */
  payments: 'stripe' | 'sandbox' | 'none';
  /** Stripe's keys. Null if they are not set. */
  stripe: StripeConfig | null;
  logLevel: string;
  /**
   * Proxies whose X-Forwarded-* headers are trusted: the number of proxies, or their addresses separated by commas.
   * False if no proxy is trusted.
   */
  trustProxy: number | string | false;
  seed: 'demo' | 'none';
  demoPassword: string | null;
  rateLimits: boolean;
  /** True if staff need a second factor, and must have confirmed their identity recently for certain actions. */
  staffFactors: boolean;
  /** Age in ms that an account must reach to count as settled. Younger accounts are new and have lower limits. */
  newAccountMs: number;
  /** Number of attempts to sign up on the site per hour. Further attempts need a captcha. */
  signUpsPerHour: number;
  metricsToken: string | null;
  /** The collector for traces, and the share of requests to trace. Null if tracing is off. */
  traces: TraceConfig | null;
  /** Time in ms for which a clip is visible. */
  clipTtlMs: number;
};

/** A bucket of an S3-compatible object store, and the access key for it. */
export type S3Config = {
  endpoint: URL;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The OpenTelemetry collector (OTLP over HTTP), and the share of requests to trace, from 0 to 1. */
export type TraceConfig = { endpoint: URL; ratio: number };

/** Default pool size and statement timeout. */
export const DATABASE_DEFAULTS = { databasePool: 16, databaseTimeoutMs: 10_000 } as const;
/** Default for `Config.redisTimeoutMs`. */
export const REDIS_TIMEOUT_MS = 8_000;

export type StripeConfig = { secretKey: string; webhookSecret: string; apiBase: URL };

const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);
/** Report whether a host is a loopback address or `localhost`. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.has(host);
/** Return the URL of an HTTP server. `host` is a host name or an IPv4 or IPv6 address. */
export const httpUrl = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/**
 * Return the origin of the site's public URL, or a loopback origin if there is none. Links in emails use this origin
 * instead of a request's Host header, which a client can forge.
 */
export const siteUrl = (config: Pick<Config, 'publicUrl' | 'port'>): string =>
  config.publicUrl?.origin ?? `http://127.0.0.1:${config.port}`;

/** Error whose message lists all configuration errors. */
export class ConfigError extends Error {
  constructor(errors: string[]) {
    super(`Invalid configuration:\n- ${errors.join('\n- ')}`);
    this.name = 'ConfigError';
  }
}

/** Maximum for CLIP_TTL_HOURS: one year. */
const MAX_CLIP_HOURS = 8_760;
const STRIPE_API = 'https://api.stripe.com';
const LIVE_KEY_PATTERN = /^[sr]k_live_/;
const S3_NAMES = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** Variables whose value can come from a file. The variable with the suffix `_FILE` contains the path of this file. */
const SECRET_NAMES = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SESSION_SECRET',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GIPHY_API_KEY',
  'METRICS_TOKEN',
  'DEMO_PASSWORD',
];
/** Secrets of optional services. The file of such a secret may be empty, which turns the service off. */
const OPTIONAL_SECRETS = new Set(['SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'GIPHY_API_KEY']);

/**
 * Read the configuration from the environment.
 * @param createsSite false to report an error if `DATA_DIR` has no session secret yet. By default, create the secret.
 * @throws ConfigError with all errors.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  { createsSite = true }: { createsSite?: boolean } = {},
): Config {
  const errors: string[] = [];
  const secrets = readSecretFiles(env, errors);
  const text = (name: string): string | null => (secrets.get(name) ?? env[name])?.trim() || null;
  const url = (name: string, protocols: string[]): URL | null => {
    const value = text(name);
    if (!value) return null;
    const parsed = URL.parse(value);
    if (parsed && protocols.includes(parsed.protocol)) return parsed;
    errors.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return null;
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[], otherwise: T): T => {
    const value = text(name) ?? otherwise;
    if ((allowed as readonly string[]).includes(value)) return value as T;
    errors.push(`${name} must be one of ${allowed.join(', ')}`);
    return otherwise;
  };

  const integer = (name: string, otherwise: number, [least, most]: [number, number]): number => {
    const value = Number(text(name) ?? otherwise);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    errors.push(`${name} must be a number from ${least} to ${most}`);
    return otherwise;
  };

  const port = integer('PORT', 3000, [0, 65_535]);
  const host = text('HOST') ?? '127.0.0.1';
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']);
  if (!publicUrl && !isLoopbackHost(host) && !text('PUBLIC_URL'))
    errors.push('PUBLIC_URL is required unless HOST is a loopback address');
  if (publicUrl && (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash))
    errors.push('PUBLIC_URL must not have a path, query or fragment');
  // Host of the default addresses in MAIL_FROM and SUPPORT_EMAIL. The default support address begins with "support",
  // because RFC 2142 specifies this mailbox for customer service.
  const mailHost = publicUrl && /\.[a-z]/.test(publicUrl.hostname) ? publicUrl.hostname : 'rivalhold.invalid';
  const loopback = isLoopbackHost(host) && (publicUrl === null || isLoopbackHost(publicUrl.hostname));

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])?.href ?? null;
  const databaseReplicaUrl = url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])?.href ?? null;
  if (databaseReplicaUrl && !databaseUrl) errors.push('DATABASE_REPLICA_URL needs DATABASE_URL');
  const databasePool = integer('DATABASE_POOL', DATABASE_DEFAULTS.databasePool, [4, 500]);
  const databaseTimeoutMs = integer(
    'DATABASE_TIMEOUT_MS',
    DATABASE_DEFAULTS.databaseTimeoutMs,
    [1_000, 600_000],
  );
  const slowStatementMs = integer('SLOW_STATEMENT_MS', 500, [1, 600_000]);
  const redisUrl = url('REDIS_URL', ['redis:', 'rediss:'])?.href ?? null;
  if (redisUrl && !databaseUrl) errors.push('REDIS_URL needs DATABASE_URL');
  const redisTimeoutMs = integer('REDIS_TIMEOUT_MS', REDIS_TIMEOUT_MS, [1_000, 60_000]);
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])?.href ?? null;
  const endpoint = url('S3_ENDPOINT', ['http:', 'https:']);
  const [bucket, region, accessKeyId, secretAccessKey] = S3_NAMES.map(text);
  const isS3 = Boolean(text('S3_ENDPOINT') ?? bucket ?? region ?? accessKeyId ?? secretAccessKey);
  const missing = ['S3_ENDPOINT', ...S3_NAMES].filter((name) => isS3 && !text(name));
  if (missing.length > 0)
    errors.push(`set all variables of the object store or none of them; missing: ${missing.join(', ')}`);
  const s3 =
    endpoint && bucket && region && accessKeyId && secretAccessKey
      ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
      : null;
  const rateLimits = oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  if (!rateLimits && !loopback)
    errors.push('RATE_LIMITS=off is only allowed if HOST, and PUBLIC_URL if set, are loopback addresses');
  const staffFactors = oneOf('STAFF_FACTORS', ['on', 'off'], loopback ? 'off' : 'on') === 'on';
  if (!staffFactors && !loopback)
    errors.push('STAFF_FACTORS=off is only allowed if HOST, and PUBLIC_URL if set, are loopback addresses');
  const newAccountHours = integer('NEW_ACCOUNT_HOURS', 24, [0, 720]);
  const signUpsPerHour = integer('SIGN_UPS_PER_HOUR', 60, [1, 1_000_000]);
  const seed = oneOf('SEED', ['demo', 'none'], loopback && !databaseUrl ? 'demo' : 'none');
  const demoPassword = text('DEMO_PASSWORD');
  if (demoPassword && demoPassword.length < 6) errors.push('DEMO_PASSWORD must have at least 6 characters');

  const dataDir = path.resolve(text('DATA_DIR') ?? 'data');
  const secret = text('SESSION_SECRET');
  if (!secret && databaseUrl) errors.push('SESSION_SECRET is required with DATABASE_URL');
  if (!secret && !databaseUrl && !createsSite && !existsSync(secretFile(dataDir)))
    errors.push(`There is no site in DATA_DIR (${dataDir}), and this command does not create one`);
  if (secret && secret.length < 32) errors.push('SESSION_SECRET must have at least 32 characters');
  const trust = text('TRUST_PROXY');
  const trustProxy =
    trust === null || trust === 'false' ? false : /^\d+$/.test(trust) ? Number(trust) : trust;
  if (!isProxyTrust(trustProxy))
    errors.push('TRUST_PROXY must be a number of proxies, or their addresses separated by commas');
  const giphyApiBase = url('GIPHY_API_BASE', ['http:', 'https:'])?.origin ?? GIPHY_API;
  const clipTtlHours = Number(text('CLIP_TTL_HOURS') ?? 24);
  if (!(clipTtlHours > 0 && clipTtlHours <= MAX_CLIP_HOURS))
    errors.push(`CLIP_TTL_HOURS must be greater than 0 and at most ${MAX_CLIP_HOURS}`);
  const secretKey = text('STRIPE_SECRET_KEY');
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET');
  if ((secretKey === null) !== (webhookSecret === null))
    errors.push('set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or neither');
  const apiBase = url('STRIPE_API_BASE', ['http:', 'https:']) ?? new URL(STRIPE_API);
  if (apiBase.protocol !== 'https:' && !isLoopbackHost(apiBase.hostname))
    errors.push('STRIPE_API_BASE must begin with https:// unless it is a loopback address');
  if (secretKey && LIVE_KEY_PATTERN.test(secretKey) && publicUrl?.protocol !== 'https:')
    errors.push('a live STRIPE_SECRET_KEY needs a PUBLIC_URL that begins with https://');
  const stripe = secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase } : null;
  const logLevel = oneOf('LOG_LEVEL', LOG_LEVELS, 'info');
  const tracesEndpoint = url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) errors.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  const sourceUrl = url('SOURCE_URL', ['http:', 'https:'])?.href ?? null;

  if (errors.length > 0) throw new ConfigError(errors);
  return {
    version: packageJson.version,
    port,
    host,
    dataDir,
    publicUrl,
    databaseUrl,
    databaseReplicaUrl,
    databasePool,
    databaseTimeoutMs,
    slowStatementMs,
    redisUrl,
    redisTimeoutMs,
    smtpUrl,
    s3,
    mailFrom: text('MAIL_FROM') ?? `Rivalhold <no-reply@${mailHost}>`,
    supportEmail: text('SUPPORT_EMAIL') ?? `support@${mailHost}`,
    sourceUrl,
    sessionSecret: secret ?? loadOrCreateSecret(dataDir),
    giphyApiKey: text('GIPHY_API_KEY'),
    giphyApiBase,
    payments: stripe ? 'stripe' : loopback && !trustProxy ? 'sandbox' : 'none',
    stripe,
    logLevel,
    trustProxy,
    seed,
    demoPassword,
    rateLimits,
    staffFactors,
    newAccountMs: newAccountHours * 3_600_000,
    signUpsPerHour,
    metricsToken: text('METRICS_TOKEN'),
    traces: tracesEndpoint && { endpoint: tracesEndpoint, ratio },
    clipTtlMs: Math.ceil(clipTtlHours * 3_600_000),
  };
}

/**
 * Read the secrets that are in files, and return them by name. Add an error to `errors` if a file cannot be read, or if
 * a secret is set both in a file and in the environment. An empty file is an error, too, except for a secret in
 * `OPTIONAL_SECRETS`.
 */
function readSecretFiles(env: Record<string, string | undefined>, errors: string[]): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const name of SECRET_NAMES) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) errors.push(`set ${name} or ${name}_FILE, not both`);
    try {
      const secret = readFileSync(file, 'utf8');
      // Without this check, an empty file for DATABASE_URL would start a new site on the embedded database.
      if (!secret.trim() && !OPTIONAL_SECRETS.has(name)) errors.push(`${name}_FILE names an empty file`);
      secrets.set(name, secret);
    } catch (error) {
      errors.push(`${name}_FILE: ${(error as Error).message}`);
    }
  }
  return secrets;
}

function isProxyTrust(trusted: Config['trustProxy']): boolean {
  try {
    return Boolean(proxyTrust(trusted));
  } catch {
    return false;
  }
}

const secretFile = (dataDir: string): string => path.join(dataDir, 'session-secret');

/**
 * Return the session secret that is stored in `DATA_DIR`. On the first start, create a secret in a file that only its
 * owner can read.
 */
function loadOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
