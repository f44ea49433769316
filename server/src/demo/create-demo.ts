import { query, sql, transaction } from '../platform/db/db.ts';
import type { Site } from '../platform/site.ts';
import { createDemoClips } from './clips.ts';
import { createDemoGallery } from './gallery.ts';
import type { DemoPlayer } from './roster.ts';
import { createDemoWorld, type DemoWorld } from './world.ts';

/** Advisory lock of the node that creates the demo world; the same number on every node. */
export const DEMO_LOCK = 7_416_353_203;

/**
 * Create the demo world with its galleries and clips, unless they exist. Nodes that start together take turns: the others
 * wait, and find everything created. Errors as of `createDemoWorld`.
 */
export async function createDemo(site: Site, cast?: readonly DemoPlayer[]): Promise<DemoWorld> {
  const create = async (): Promise<DemoWorld> => {
    const world = await createDemoWorld(site, cast);
    await Promise.all([createDemoGallery(site), createDemoClips(site)]);
    return world;
  };
  // The embedded database has one process, and one connection that the lock would occupy.
  if (!site.database.pool) return create();
  return site.database.withoutTimeouts((db) =>
    transaction(db, async (tx) => {
      await query(tx, sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
      return create();
    }),
  );
}
