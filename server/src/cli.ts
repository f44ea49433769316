import { runCommandLine } from './operator/command-line.ts';

process.exit(await runCommandLine(process.argv.slice(2), process.env, console));
