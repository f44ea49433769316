import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ROOT } from './lib/paths.mjs';
import { CLEAN_ENV } from './testing/clean-env.ts';
import { freePort } from './testing/free-port.ts';

test.each(['PORT', 'VITE_PORT'])('npm run dev fails if the port that %s sets is in use', async (name) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const ports = { PORT: `${await freePort()}`, VITE_PORT: `${await freePort()}`, [name]: `${port}` };
  const dev = spawn(process.execPath, [join(ROOT, 'scripts/dev.mjs')], { env: { ...CLEAN_ENV, ...ports } });
  const [said, [code]] = await Promise.all([text(dev.stderr), once(dev, 'exit')]);
  other.close();
  expect(said).toBe(
    `rivalhold: port ${port} is already in use. Stop the program that uses it, or set ${name} to another port.\n`,
  );
  expect(code).toBe(1);
});
