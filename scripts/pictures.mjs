import { buildClient } from './lib/client.mjs';
import { install } from './lib/install.mjs';
import { NODE } from './lib/paths.mjs';
import { fail, run } from './lib/run.mjs';

await install();
await buildClient().catch((error) => fail(error.message));
process.exitCode = await run(NODE, ['scripts/pictures/main.ts', ...process.argv.slice(2)]);
