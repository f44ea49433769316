// npm sends signals only to the shell that runs a script of package.json. These scripts therefore use 'exec', which
// replaces the shell with this process.
import { spawn } from 'node:child_process';
import { prepare } from './lib/client.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { runUntilDone } from './lib/run.mjs';

await prepare();
// With the pool size 0, V8 uses one helper thread fewer than the number of CPU cores, but at least one. The default is
// four threads. On two cores, garbage collection on four threads would delay a few responses every ten seconds by 20 to
// 100 ms.
const server = ['--v8-pool-size=0', 'server/src/main.ts'];
runUntilDone([spawn(NODE, server, { cwd: ROOT, stdio: 'inherit' })]);
