/**
 * Runs `node <arguments>`. When standard input closes, the process is stopped, so that it does not outlive the test
 * that started it. Each line on standard input is the name of a signal to send to the process.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('exit', (code) => process.exit(code ?? 1));
createInterface({ input: process.stdin })
  .on('line', (signal) => child.kill(signal as NodeJS.Signals))
  .on('close', () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 12_000);
  });
