import { expect, it, vi } from 'vitest';
import { createTestApp } from './testing.ts';

it('closes the rest, and the database last, where a part of the site cannot be closed', async () => {
  const app = await createTestApp();
  const { realtime, jobs, database } = app.site;
  const closeSockets = realtime.close.bind(realtime);
  const stopJobs = jobs.stop.bind(jobs);
  vi.spyOn(realtime, 'close').mockImplementation(async () => {
    await closeSockets();
    throw new Error('Redis is away');
  });
  const stopped = vi.spyOn(jobs, 'stop').mockImplementation(async () => {
    await stopJobs();
    throw new Error('so are jobs');
  });
  const closed = vi.spyOn(database, 'close');
  await app.close();
  expect(stopped).toHaveBeenCalledOnce();
  expect(closed).toHaveBeenCalledOnce();
});
