import { runPrepared } from './lib/client.mjs';

await runPrepared('bench/main.ts');
