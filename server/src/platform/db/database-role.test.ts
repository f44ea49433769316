import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DEPLOY } from '../../../../scripts/testing/proxy.ts';
import { findServices } from '../../../../scripts/testing/services.ts';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { createTestApp } from '../../testing/app.ts';
import { runAsOwner, SITE_ROLE } from '../../testing/database.ts';
import { query } from '../../testing/queries.ts';
import { sql } from './db.ts';

it('the site works with a database role without superuser rights', async () => {
  const app = await createTestApp();
  const { db, config } = app.site;
  const [who] = await query<{ name: string; super: boolean }>(
    db,
    sql`select rolname as name, rolsuper as super from pg_roles where rolname = current_user`,
  );
  expect((await app.player()).id).toBeGreaterThan(0);
  if (config.databaseUrl) expect(who).toEqual({ name: SITE_ROLE, super: false });
  else expect(who?.name).toBe('postgres');
  await app.close();
});

const server = process.env.TEST_DATABASE_URL;
if (server)
  it('the deployment script creates an unprivileged role', async () => {
    const folder = temporaryFolder();
    const password = path.join(folder, 'password');
    writeFileSync(password, `it's "secret"`);
    const { hostname, port, username } = new URL(server);
    const programs = findServices()?.postgres ?? '';
    execFileSync('sh', [path.join(DEPLOY, 'database-role.sh')], {
      env: {
        PATH: `${programs}:${process.env.PATH}`,
        PGHOST: hostname,
        PGPORT: port,
        POSTGRES_USER: username,
        DATABASE_PASSWORD_FILE: password,
      },
    });
    try {
      const role = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (select rolpassword from pg_authid where rolname = 'rivalhold') ~ '^SCRAM-SHA-256' as secret
        from pg_roles where rolname = 'rivalhold'`;
      expect(await runAsOwner(server, role)).toEqual([
        {
          rolsuper: false,
          rolcreatedb: false,
          rolcreaterole: false,
          rolreplication: false,
          rolbypassrls: false,
          secret: true,
        },
      ]);
      const url = new URL(server);
      [url.username, url.pathname] = ['rivalhold', '/rivalhold'];
      const app = await createTestApp({ env: { DATABASE_URL: url.href } });
      expect((await app.player()).id).toBeGreaterThan(0);
      await app.close();
      const others = new URL(url);
      others.username = SITE_ROLE;
      await expect(runAsOwner(others.href, 'select 1')).rejects.toThrow('permission denied');
    } finally {
      await runAsOwner(server, 'drop database rivalhold with (force)', 'drop role rivalhold');
      rmSync(folder, { recursive: true });
    }
  });
