import { prepare } from './lib/client.mjs';
import { NODE } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

await prepare();
const wanted = process.argv.slice(2);
let missed = 0;
for (const bench of [
  'simulation',
  'startup',
  'http',
  'directory',
  'uploads',
  'messages',
  'lobby',
  'feed',
  'forum',
  'store',
  'reads',
  'mixed-load',
]) {
  if (wanted.length > 0 && !wanted.includes(bench)) continue;
  if ((await run(NODE, [`bench/${bench}.ts`])) !== 0) missed++;
}
process.exitCode = missed > 0 ? 1 : 0;
