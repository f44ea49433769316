// npm sends signals only to the shell that runs a script of package.json. These scripts therefore use 'exec', which
// replaces the shell with this process.
import { spawn } from 'node:child_process';
import { prepare } from './lib/client.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { runUntilDone } from './lib/run.mjs';

await prepare();
// The pool size 0 sets the number of V8's helper threads to the number of CPU cores minus one, but at least one. With the
// default of four threads, garbage collection on two cores would delay a few responses every ten seconds by 20 to
// 100 ms.
const server = ['--v8-pool-size=0', 'server/src/main.ts'];
runUntilDone([spawn(NODE, server, { cwd: ROOT, stdio: 'inherit' })]);
