import { execute, sql, transaction } from '../platform/db/db.ts';
import type { Site } from '../platform/site.ts';
import { createDemoClips } from './clips.ts';
import { createDemoGallery } from './gallery.ts';
import type { DemoPlayer } from './roster.ts';
import { createDemoWorld, type DemoWorld } from './world.ts';

/** Key of the advisory lock for creating the demo world. It is an arbitrary number that is the same on all nodes. */
export const DEMO_LOCK = 7_416_353_203;

/**
 * Create the demo world with its galleries and clips, unless they exist. If several nodes start together, one node
 * creates the world, and the others wait until this node has finished.
 * @throws the errors of `createDemoWorld`
 */
export async function createDemo(site: Site, cast?: readonly DemoPlayer[]): Promise<DemoWorld> {
  // The embedded database needs no lock, because only one process uses it. A lock would also occupy its only
  // connection.
  const unlock = site.database.pool ? await lockDemo(site) : async () => {};
  try {
    const world = await createDemoWorld(site, cast);
    await Promise.all([createDemoGallery(site), createDemoClips(site)]);
    return world;
  } finally {
    await unlock();
  }
}

/** Wait for the lock, without a timeout, and return a function that releases it. */
async function lockDemo({ database }: Site): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const holder = database.withoutTimeouts((db) =>
    transaction(db, async (tx) => {
      await execute(tx, sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
      locked.resolve();
      await finished.promise;
    }),
  );
  await Promise.race([locked.promise, holder]);
  return () => {
    finished.resolve();
    return holder;
  };
}
