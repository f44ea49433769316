import { runPrepared } from './lib/client.mjs';

await runPrepared('e2e/screens/main.ts');
