/** How long an operator waits for the server, once the packages are there and the client is built. */
import { writeMeasurements } from './report.ts';
import { startServer, temporaryFolder } from './server.ts';
import { reportMissedTargets } from './sites.ts';

/** The demo world is to be made within this time, and a second start to answer within that. */
const [MAX_FIRST_START_S, MAX_SECOND_START_S] = [20, 3];

const env = { DATA_DIR: temporaryFolder(), SEED: 'demo', LOG_LEVEL: 'warn' };
async function startupSeconds(): Promise<number> {
  const begun = performance.now();
  const server = await startServer('server/src/main.ts', env);
  const seconds = (performance.now() - begun) / 1_000;
  await server.stop();
  return seconds;
}

const [first, second] = [await startupSeconds(), await startupSeconds()];
const starts = [
  { name: 'on an empty folder', seconds: first, atMost: MAX_FIRST_START_S },
  { name: 'on the same folder', seconds: second, atMost: MAX_SECOND_START_S },
];
writeMeasurements(
  'start',
  [
    'From the start of the server to its first answer; on an empty folder it makes its database and the demo world.',
    '',
    '| start | s | at most |',
    '|---|---|---|',
    ...starts.map(({ name, seconds, atMost }) => `| ${name} | ${seconds.toFixed(1)} | ${atMost} |`),
    '',
    ...reportMissedTargets(
      starts
        .filter(({ seconds, atMost }) => seconds > atMost)
        .map(({ name, seconds }) => `the start ${name} takes ${seconds.toFixed(1)} s`),
    ),
  ]
    .join('\n')
    .trimEnd(),
);
