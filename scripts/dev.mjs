import { spawn } from 'node:child_process';
import { install } from './lib/install.mjs';
import { bin, NODE, ROOT, WEB } from './lib/paths.mjs';
import { runUntilDone, say } from './lib/run.mjs';

await install();
const port = process.env.PORT ?? '3000';
const page = process.env.VITE_PORT ?? '5173';
say(
  `open http://localhost:${page} (the client, updated as you save); the server restarts by itself on ${port}`,
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
