import { runPrepared } from './lib/client.mjs';

await runPrepared('scripts/pictures/main.ts');
