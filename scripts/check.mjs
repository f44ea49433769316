import { install } from './lib/install.mjs';

await install();
const { runChecks } = await import('./lib/checks.mjs');
const { failed } = await runChecks();
process.exitCode = failed.length === 0 ? 0 : 1;
