import { spawn } from 'node:child_process';
import { install } from './lib/install.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { runUntilDone } from './lib/run.mjs';

await install();
runUntilDone([spawn(NODE, ['scripts/demo/prepare.ts'], { cwd: ROOT, stdio: 'inherit' })]);
