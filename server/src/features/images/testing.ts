import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { Reach } from '../../platform/security/outbound-fetch.ts';

const ADDRESS = '127.0.0.9';

/** Another site, which the site under test may reach with `reach`. */
export async function openElsewhere(serve: RequestListener): Promise<{
  reach: Reach;
  /** The address of a path there. */
  at(path: string): string;
  close(): Promise<void>;
}> {
  const host = createServer(serve);
  await new Promise<void>((resolve) => host.listen(0, ADDRESS, resolve));
  const { port } = host.address() as AddressInfo;
  const lookup = ((_name, options, done) =>
    options.all ? done(null, [{ address: ADDRESS, family: 4 }]) : done(null, ADDRESS, 4)) as LookupFunction;
  return {
    reach: { lookup, addresses: [ADDRESS], ports: [port] },
    at: (path) => `http://pictures.test:${port}/${path}`,
    close: () => {
      host.closeAllConnections();
      return new Promise((resolve) => host.close(() => resolve()));
    },
  };
}
