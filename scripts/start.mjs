// npm signals the shell that runs a script, not its children, so package.json's scripts use 'exec'.
import { spawn } from 'node:child_process';
import { prepare } from './lib/client.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { runUntilDone } from './lib/run.mjs';

await prepare();
// Zero makes V8 fit its helper threads to the number of processors: docs/decisions/0029.
const server = ['--v8-pool-size=0', 'server/src/main.ts'];
runUntilDone([spawn(NODE, server, { cwd: ROOT, stdio: 'inherit' })]);
