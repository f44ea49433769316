// npm sends signals only to the shell that runs a script of package.json. These scripts therefore use 'exec', which
// replaces the shell with this process.
import { spawn } from 'node:child_process';
import { prepare } from './lib/client.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { runUntilDone } from './lib/run.mjs';

await prepare();
// With pool size 0, V8 has as many helper threads as CPU cores minus one, but at least one. With the default of four
// threads, garbage collection on two cores would delay a few responses by 20 to 100 ms every ten seconds.
const server = ['--v8-pool-size=0', 'server/src/main.ts'];
runUntilDone([spawn(NODE, server, { cwd: ROOT, stdio: 'inherit' })]);
