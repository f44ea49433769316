import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { freePort } from '../../scripts/testing/free-port.ts';

export type Identity = { key: Buffer; cert: Buffer; file: string };

/** A key and a certificate for the loopback that signs itself; `file` is what a client has to trust. */
export function makeIdentity(folder: string): Identity {
  const [key, file] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', file];
  execFileSync('openssl', ['req', ...made.split(' '), ...names], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(file), file };
}

/** What PostgreSQL is sent by who wants to be encrypted, and how it agrees. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Speaks TLS, and nothing else, for an engine on the loopback that does not, after PostgreSQL's own greeting where it
 * stands before one. Answers its port, and how to close it.
 */
export async function encrypt(
  { hostname, port, protocol }: URL,
  { key, cert }: Identity,
): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<net.Socket>();
  const isPostgres = protocol.startsWith('postgres');
  const join = (plain: net.Socket): void => {
    const near = new tls.TLSSocket(plain, { isServer: true, key, cert });
    const far = net.connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  };
  const server = net.createServer((plain) => {
    plain.on('error', () => {});
    if (!isPostgres) return join(plain);
    plain.once('data', (asked) => {
      if (!asked.equals(SSL_REQUEST)) return void plain.destroy();
      plain.pause();
      plain.write('S');
      join(plain);
    });
  });
  const own = await freePort();
  server.listen(own, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: own,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
