import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { push } from '@rivalhold/shared/contract/push.ts';
import { sql } from '../../platform/db/db.ts';
import type { OutboundPolicy } from '../../platform/security/outbound-fetch.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { queryOne } from '../../testing/queries.ts';

type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service on localhost that records requests and responds with the given status codes. */
export class FakePushService {
  readonly pushed: Pushed[] = [];
  /** The status codes of the next responses. After these, the status code is 201. */
  readonly answers: number[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', async (request, response) => {
      this.pushed.push({
        path: request.url ?? '',
        headers: request.headers,
        body: await buffer(request),
      });
      response.writeHead(this.answers.shift() ?? 201).end();
    });
  }

  static async start(): Promise<FakePushService> {
    const server = createServer();
    const service = new FakePushService(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The outbound policy that allows a site to reach this service. */
  get policy(): OutboundPolicy {
    return { addresses: ['127.0.0.1'], ports: [Number(new URL(this.origin).port)] };
  }

  /** Return the decrypted messages that were pushed to a browser. */
  readBy(browser: FakePushBrowser): { title: string; body: string; link: string; tag: string }[] {
    return this.pushed
      .filter(({ path }) => browser.endpoint.endsWith(path))
      .map(({ body }) => JSON.parse(browser.decrypt(body)));
  }
}

let made = 0;

/** A browser with a push subscription. It can decrypt the messages that are pushed to it (RFC 8291). */
export class FakePushBrowser {
  readonly endpoint: string;
  readonly #keys: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor({ origin }: { origin: string }) {
    this.endpoint = `${origin}/to/${++made}`;
    this.#keys.generateKeys();
  }

  get subscription() {
    const keys = { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: this.endpoint, keys };
  }

  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] as number));
    const sealed = body.subarray(21 + sender.length);
    const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, by, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const shared = derive(this.#keys.computeSecret(sender), this.#auth, info, 32);
    const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

type Claims = { aud: string; sub: string; exp: number };

/**
 * Verify the VAPID signature of a push (RFC 8292), and return the signed claims and the public key. Throw if the
 * signature is invalid.
 */
export function verifyVapid({ authorization = '' }: IncomingHttpHeaders): { key: string; claims: Claims } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The push is not signed with its key');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims };
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof push> = {
  routes: {
    'GET /api/push': {},
    'PUT /api/push/settings': {
      call: () => ({ body: { message: false, fight: false, friendRequest: false, quiet: null } }),
    },
    'POST /api/push/devices': {
      call: () => ({ body: new FakePushBrowser({ origin: 'https://push.example.com' }).subscription }),
    },
    'DELETE /api/push/devices/{id}': {
      call: () => ({ params: { id: 1 } }),
      acrossBlock: 'only the owner can remove a device',
      owner: {
        others: 404,
        make: async ({ app, owner }) => {
          const { id } = await queryOne<{ id: number }>(
            app.site.db,
            sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
             select user_id, id, 'https://127.0.0.1/' || gen_random_uuid(), '', '', now()
             from sessions where user_id = ${owner.id} returning id`,
          );
          return { params: { id } };
        },
      },
    },
  },
  fill: async ({ owner }) => {
    const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Vienna' };
    await owner.call('PUT /api/push/settings', {
      body: { message: false, fight: false, friendRequest: false, quiet },
    });
  },
};
