import { spawn } from 'node:child_process';
import { install } from './lib/install.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { runUntilDone } from './lib/run.mjs';

await install();
runUntilDone([
  spawn(NODE, ['scripts/testing/main.ts', ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }),
]);
