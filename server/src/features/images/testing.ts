import { createHash, randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { WAIT_MS } from '../../../../scripts/testing/timeouts.ts';
import { sql } from '../../platform/db/db.ts';
import type { OutboundPolicy } from '../../platform/security/outbound-fetch.ts';
import { type CasesOf, type Owners, SIGNED_IN } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';
import { uploadClip } from '../clips/testing.ts';
import { imageUrl } from './service.ts';

const ADDRESS = '127.0.0.9';

/** Start an external site that the site under test can reach with `policy`. */
export async function startExternalSite(serve: RequestListener): Promise<{
  policy: OutboundPolicy;
  /** Return the URL of a path on the external site. */
  at(path: string): string;
  close(): Promise<void>;
}> {
  const host = createServer(serve);
  await new Promise<void>((resolve) => host.listen(0, ADDRESS, resolve));
  const { port } = host.address() as AddressInfo;
  const lookup = ((_name, options, done) =>
    options.all ? done(null, [{ address: ADDRESS, family: 4 }]) : done(null, ADDRESS, 4)) as LookupFunction;
  return {
    policy: { lookup, addresses: [ADDRESS], ports: [port], timeoutMs: WAIT_MS },
    at: (path) => `http://pictures.test:${port}/${path}`,
    close: () => {
      host.closeAllConnections();
      return new Promise((resolve) => host.close(() => resolve()));
    },
  };
}

/** Return the URL of an external image that is stored as if the site had fetched it. */
async function fetched({ app, owner }: Owners): Promise<string> {
  const url = `https://elsewhere.test/${randomUUID()}.png`;
  const hash = createHash('sha256').update(url).digest('hex');
  const { id } = await uploadClip(owner);
  await query(
    app.site.db,
    sql`insert into external_images (url_hash, file_key, fetched_at)
        select ${hash}, file_key, ${app.clock.now()} from clips where id = ${id}`,
  );
  return imageUrl(app.site, url);
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf = {
  files: {
    '/media/outside, signed': { seenBy: SIGNED_IN, path: fetched },
    '/media/outside, with a wrong signature': {
      seenBy: [],
      path: async (owners) => `${await fetched(owners)}x`,
    },
  },
};
