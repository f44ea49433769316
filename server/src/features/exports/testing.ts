import { text } from 'node:stream/consumers';
import type { exports as contract } from '@rivalhold/shared/contract/exports.ts';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { uploadClip } from '../clips/testing.ts';

/**
 * Return the entries of a zip archive by name. The content of an entry is a string with one latin1 character
 * per byte. The zip library verifies lengths and checksums.
 */
export async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const zip: ZipFile = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await text((await zip.openReadStreamPromise(entry)).setEncoding('latin1')));
  return entries;
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof contract> = {
  routes: {
    'GET /api/users/me/export': {},
    'POST /api/users/me/export': { call: () => ({ body: { password: PASSWORD } }) },
  },
  files: {
    '/media/exports/{id}': {
      seenBy: ['owner'],
      path: async ({ app, owner }) => {
        const { id: clipId } = await uploadClip(owner);
        const now = app.clock.now();
        const id = await queryValue<number>(
          app.site.db,
          sql`insert into data_exports (user_id, state, file_key, bytes, requested_at, expires_at)
              select ${owner.id}, 'ready', file_key, 1, ${now}, ${now}::timestamptz + interval '1 day'
              from clips where id = ${clipId}
              returning id`,
        );
        return `/media/exports/${id}`;
      },
    },
  },
  fill: async ({ app, owner }) => {
    const key = `exports/${owner.id}.zip`;
    const now = app.clock.now();
    await query(
      app.site.db,
      sql`insert into data_exports (user_id, state, file_key, bytes, requested_at, heartbeat_at, expires_at)
          values (${owner.id}, 'ready', ${key}, 4, ${now}, ${now}, ${now}::timestamptz + interval '1 day')`,
    );
    await app.site.files.put(key, Buffer.from('Data'));
  },
};
