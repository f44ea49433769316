import path from 'node:path';
import { type Config, siteUrl } from '../platform/config.ts';
import type { SiteDescription } from './commands.ts';

/** Describe the site of a configuration, without secrets. */
export const describeSite = (config: Config, server: SiteDescription['server']): SiteDescription => ({
  url: siteUrl(config),
  database: config.databaseUrl === null ? 'embedded' : withoutSecrets(config.databaseUrl),
  dataDir: path.resolve(config.dataDir),
  server,
});

/**
 * Return a database URL without its password and without its parameters, which can also contain a password.
 */
function withoutSecrets(databaseUrl: string): string {
  const { protocol, username, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`;
}

/** Return the line that shows the operator which site a command acts on. */
export const siteLine = ({ url, database, dataDir, server }: SiteDescription): string =>
  `Site: ${url}, database: ${database}, DATA_DIR: ${dataDir}, server: ${server}`;
