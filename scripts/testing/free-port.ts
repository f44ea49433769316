import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Range of ports below the ephemeral ports. Ephemeral ports are not used, because the system can assign them to
 * outgoing connections at any time.
 */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** Return a free TCP port on the loopback address. The port is outside the range for outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
