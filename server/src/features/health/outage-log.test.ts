import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { expect, it, vi } from 'vitest';
import { createLog } from '../../platform/observability/log.ts';
import { createTestApp } from '../../testing/app.ts';
import { nodeMonitorOf } from './service.ts';

it('an outage is logged with one line when a service goes down and one when it is up again', async () => {
  const lines: Record<string, unknown>[] = [];
  const app = await createTestApp({
    log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
  });
  const ofServices = () => lines.filter(({ service }) => service !== undefined);
  const refresh = async () => {
    app.clock.advance(MINUTE);
    await nodeMonitorOf(app.site).refresh();
  };
  await refresh();
  expect(ofServices()).toEqual([]);
  const away = vi.spyOn(app.site.files.store, 'ping').mockRejectedValue(new Error('away'));
  for (let n = 0; n < 3; n++) await refresh();
  expect(ofServices()).toMatchObject([{ level: 50, msg: 'a service is down', service: 'fileStore' }]);
  away.mockRestore();
  for (let n = 0; n < 3; n++) await refresh();
  expect(ofServices().slice(1)).toMatchObject([
    { level: 30, msg: 'a service is up again', service: 'fileStore', downMs: 3 * MINUTE },
  ]);
  await app.close();
});

it('a lagging replica is logged as down only after its lag has been measured', async () => {
  const lines: Record<string, unknown>[] = [];
  const app = await createTestApp({
    log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
  });
  const monitor = nodeMonitorOf(app.site);
  vi.spyOn(app.site.reads, 'hasReplica', 'get').mockReturnValue(true);
  vi.spyOn(app.site.reads, 'lagMs', 'get').mockReturnValue(Number.POSITIVE_INFINITY);
  const replica = () => monitor.services.find(({ name }) => name === 'replica')?.isUp;
  const ofReplica = () => lines.filter(({ service }) => service === 'replica');
  expect([replica(), replica(), ofReplica()]).toEqual([null, null, []]);
  app.clock.advance(MINUTE);
  await monitor.refresh();
  expect([replica(), replica()]).toEqual([false, false]);
  expect(ofReplica()).toMatchObject([{ msg: 'a service is down' }]);
  await app.close();
});
