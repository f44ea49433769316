import { pino } from 'pino';
import { expect, it } from 'vitest';
import { manualClock, msSince } from '../clock.ts';
import { DatabaseClock } from './database-clock.ts';

const START = new Date('2026-06-01T12:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);

it('makes nodes with a wrong clock use the time of the database', async () => {
  const said: { offsetMs: number }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void said.push(JSON.parse(line)) });
  const database = manualClock(START);
  const nodes = [-60_000, 0, 100, 3_600_000].map((ms) => {
    const localClock = manualClock(later(ms));
    return { localClock, clock: new DatabaseClock(async () => database.now(), { log, localClock }) };
  });
  for (const { clock } of nodes) await clock.measure();
  const ahead = nodes.map(({ clock }) => msSince(START, clock.now()));
  // The third node keeps its own time, which differs from the database's time by only 100 ms.
  expect(ahead).toEqual([0, 0, 100, 0]);
  expect(said.map(({ offsetMs }) => offsetMs)).toEqual([60_000, -3_600_000]);

  // After the machine's clock has been corrected, the next measurement makes the node use its own clock again.
  nodes[0]?.localClock.set(database.now());
  await nodes[0]?.clock.measure();
  expect(nodes[0]?.clock.now()).toEqual(START);
  for (const { clock } of nodes) await clock.close();
});

it('keeps using the last measured offset while the database is down', async () => {
  const localClock = manualClock(START);
  let isAway = false;
  const clock = new DatabaseClock(
    async () => {
      if (isAway) throw new Error('away');
      return later(90_000);
    },
    { log: pino({ level: 'silent' }), localClock },
  );
  await clock.measure();
  isAway = true;
  await clock.measure();
  expect([clock.offsetMs, clock.now()]).toEqual([90_000, later(90_000)]);
  await clock.close();
});
