import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Assertion, Attestation, secondFactors } from '@rivalhold/shared/contract/second-factors.ts';
import { Secret, TOTP } from 'otpauth';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestApp, type TestBrowser, type TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query, queryOne } from '../../testing/queries.ts';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** Encode a value as CBOR (RFC 8949). Only the types that an attestation contains are supported. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

type Ceremony = { challenge: string; rpId: string; origin: string; verified?: boolean };

/** An authenticator with one passkey (ES256), which signs challenges as a security key does. */
export class FakeAuthenticator {
  readonly id = randomBytes(32);
  /** The counter of the last signature. */
  counter: number;
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject };

  constructor({ counter = 1 } = {}) {
    this.counter = counter;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  #authData({ rpId, verified = true }: Ceremony, flags: number, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = (verified ? PRESENT_AND_VERIFIED : 0x01) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter, more]);
  }

  #clientData(type: string, { challenge, origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Create the passkey. */
  create(ceremony: Ceremony): Attestation {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', this.#authData(ceremony, WITH_CREDENTIAL, credential)],
      ]),
    );
    return {
      ...this.#head(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      },
    };
  }

  /** Sign a challenge, and increase the counter unless `counts` is false. */
  sign(ceremony: Ceremony, { counts = true } = {}): Assertion {
    if (counts) this.counter++;
    const data = this.#authData(ceremony, 0);
    const clientData = this.#clientData('webauthn.get', ceremony);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return {
      ...this.#head(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  #head() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }
}

/** The origin of sites that are tested with passkeys. Browsers allow no passkeys for an IP address. */
export const ORIGIN = 'http://localhost';
/** Environment of a site at `ORIGIN`. */
export const LOCALHOST = { PUBLIC_URL: ORIGIN };

/** Body fields that confirm a change with the player's password. */
export const PROOF = { currentPassword: PASSWORD };

/** Add a passkey to a player's account, and return its authenticator and the response. */
export async function addPasskey(player: TestBrowser, name = 'Key', authenticator = new FakeAuthenticator()) {
  const options = await player.call('POST /api/second-factors/passkeys/options', { body: PROOF });
  if (options.status !== 200) throw new Error(`Options returned ${options.status}: ${options.body.message}`);
  const { challenge } = options.body;
  const passkey = authenticator.create({ challenge, rpId: 'localhost', origin: ORIGIN });
  const answer = await player.call('POST /api/second-factors/passkeys', { body: { name, passkey } });
  return { authenticator, passkey, ...answer };
}

/** Return a response to a new sign-in challenge. */
export async function signInResponse(browser: TestBrowser, authenticator: FakeAuthenticator) {
  const { body } = await browser.call('GET /api/session/passkey');
  return authenticator.sign({ challenge: body.challenge, rpId: body.rpId, origin: ORIGIN });
}

/** Log in with a passkey. */
export async function signInByPasskey(browser: TestBrowser, authenticator: FakeAuthenticator) {
  const passkey = await signInResponse(browser, authenticator);
  return browser.call('POST /api/session/passkey', { body: { passkey } });
}

/** Return the current code for the secret of an authenticator app. */
export const codeOf = (app: TestApp, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });

/** Set up an authenticator app, and return its secret and the recovery codes. */
export async function addApp(app: TestApp, player: TestBrowser) {
  const { body } = await player.call('POST /api/second-factors/app', { body: PROOF });
  const code = codeOf(app, body.secret);
  const confirmed = await player.call('PUT /api/second-factors/app', { body: { code } });
  return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes ?? [], status: confirmed.status };
}

const CEREMONY = { challenge: 'eA', rpId: 'localhost', origin: 'http://localhost' };
const passkeyOf = async (app: TestApp, player: TestPlayer): Promise<number> => {
  const { id } = await queryOne<{ id: number }>(
    app.site.db,
    sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at)
     values (${player.id}, gen_random_uuid()::text, 'the public key of ' || ${player.username}::text, 1, '{usb}', 'Key', now(), now()) returning id`,
  );
  return id;
};

/** @public Used by the tests of all routes. See `testing/cases.ts`. */
export const cases: CasesOf<typeof secondFactors> = {
  routes: {
    'GET /api/second-factors': {},
    'GET /api/second-factors/challenge': { readStatus: 409 },
    'POST /api/second-factors/passkeys/options': { call: () => ({ body: PROOF }) },
    'POST /api/second-factors/passkeys': {
      call: () => ({ body: { name: 'Key', passkey: new FakeAuthenticator().create(CEREMONY) } }),
    },
    'PATCH /api/second-factors/passkeys/{id}': {
      call: () => ({ params: { id: 9_999_999 }, body: { name: 'Key' } }),
      acrossBlock: 'passkeys belong to the caller',
      owner: {
        others: 404,
        make: async ({ app, owner }) => ({
          params: { id: await passkeyOf(app, owner) },
          body: { name: 'New' },
        }),
      },
    },
    'DELETE /api/second-factors/passkeys/{id}': {
      call: () => ({ params: { id: 9_999_999 }, body: PROOF }),
      acrossBlock: 'passkeys belong to the caller',
      owner: {
        others: 404,
        make: async ({ app, owner }) => ({ params: { id: await passkeyOf(app, owner) }, body: PROOF }),
      },
    },
    'POST /api/second-factors/app': { call: () => ({ body: PROOF }) },
    'PUT /api/second-factors/app': { call: () => ({ body: { code: '000000' } }) },
    'DELETE /api/second-factors/app': { call: () => ({ body: PROOF }) },
    'POST /api/second-factors/recovery-codes': { call: () => ({ body: PROOF }) },
    'POST /api/step-up': { call: () => ({ body: PROOF }) },
  },
  fill: async ({ app, owner }) => {
    const { db } = app.site;
    await passkeyOf(app, owner);
    await query(
      db,
      sql`insert into authenticators (user_id, sealed_secret, last_step, created_at, confirmed_at, last_used_at)
       values (${owner.id}, 'sealed', 1, now(), now(), now())`,
    );
    await query(
      db,
      sql`insert into recovery_codes (code_hash, user_id, created_at)
       values ('recovery ' || ${owner.id}::bigint, ${owner.id}, now())`,
    );
  },
};
