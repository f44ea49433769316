import { spawn } from 'node:child_process';
import { install } from './lib/install.mjs';
import { bin, NODE, ROOT, WEB } from './lib/paths.mjs';
import { isTaken } from './lib/ports.mjs';
import { fail, printStatus, runUntilDone } from './lib/run.mjs';

const { PORT: port = '3000', VITE_PORT: page = '5173' } = process.env;
// Fail if a port is in use. Without this check, Vite could forward requests to another program on the server's port.
for (const [name, value] of Object.entries({ PORT: port, VITE_PORT: page }))
  if (await isTaken(Number(value)))
    fail(`port ${value} is already in use. Stop the program that uses it, or set ${name} to another port.`);
await install();
printStatus(
  `open http://localhost:${page} (the client updates as you save); the server on port ${port} restarts automatically`,
);
runUntilDone([
  spawn(NODE, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { PUBLIC_URL: `http://localhost:${page}`, ...process.env },
  }),
  spawn(NODE, [bin('vite'), '--port', page, '--strictPort'], {
    cwd: WEB,
    stdio: 'inherit',
    env: { RIVALHOLD_SERVER: `http://127.0.0.1:${port}`, ...process.env },
  }),
]);
