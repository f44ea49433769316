import { serverEvents } from '@rivalhold/shared/contract/index.ts';
import { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { pino } from 'pino';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { Metrics } from '../observability/metrics.ts';
import { compileCoercing, compileFilter, compileStrict, fieldErrors, hasUnstorableText } from './schema.ts';
import { buildHttp } from './server.ts';

describe('an undeclared property', () => {
  it('is removed by a filter at any depth', () => {
    const filter = compileFilter(
      Type.Object({
        id: Type.Integer(),
        owner: Nullable(Type.Object({ name: Type.String() })),
        list: Type.Array(Type.Object({ n: Type.Integer() })),
      }),
    );
    const value = { id: 1, email: 'x', owner: { name: 'Ann', password: 'x' }, list: [{ n: 1, secret: 'x' }] };
    expect(filter(value)).toEqual({ id: 1, owner: { name: 'Ann' }, list: [{ n: 1 }] });
    expect(filter({ ...value, owner: null })).toEqual({ id: 1, owner: null, list: [{ n: 1 }] });
  });

  it('is removed if a field declared as an enum contains an object', () => {
    const kind = Type.Enum(['one', 'other']);
    const filter = compileFilter(Type.Object({ kind, before: Nullable(kind), after: Nullable(kind) }));
    const value = { kind: 'one', before: null, after: 'other' };
    expect(filter(value as never)).toEqual(value);
    for (const place of ['kind', 'after'])
      expect(JSON.stringify(filter({ ...value, [place]: { hash: 'secret' } } as never))).not.toContain(
        'secret',
      );
  });

  it('is removed from an event (for example, the seed of a fight)', () => {
    const side = {
      ...{ focus: 0, healsLeft: 2, itemsLeft: 1, sealed: false, present: true, telegraph: null },
      ...{ choiceUntil: null, bankMs: 0, choiceMs: 12_000 },
    };
    const fight = {
      id: 1,
      revision: 1,
      attackerId: 1,
      defenderId: 2,
      attackerHP: 1,
      defenderHP: 1,
      attackerMaxHP: 1,
      defenderMaxHP: 1,
      status: 'active' as const,
      winnerId: null,
      exchanges: 0,
      sides: { attacker: side, defender: side },
      isChallengePending: false,
      ranked: false,
      deadlineAt: null,
      log: [],
      seedHash: 'h',
      inputsHash: '',
      isBusy: false,
      nonces: { attacker: '', defender: '' },
      rulesVersion: 1,
      createdAt: '2026-06-01T12:00:00.000Z',
    };
    const filtered = compileFilter(serverEvents.combatStateUpdate)({
      combat: { ...fight, seed: 'secret' },
    } as never);
    expect(filtered).toEqual({ combat: fight });
  });

  it('is removed from the response of a route, also inside a list', async () => {
    const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent', SEED: 'none' });
    const { app } = await buildHttp(config, pino({ level: 'silent' }), new Metrics());
    const profile = {
      id: 1,
      username: 'ann',
      avatarUrl: null,
      level: 1,
      experience: 0,
      energy: 1,
      health: 1,
      maxHealth: 1,
      attack: 1,
      defense: 1,
      coins: null,
      wins: 0,
      losses: 0,
      statusMessage: '',
      age: null,
      sex: null,
      relationshipStatus: null,
      ...mapProfileTextFields(() => null),
      createdAt: '2026-06-01T12:00:00.000Z',
    };
    const more = { ...profile, email: 'ann@site.test', password_hash: 'x' };
    app.get('/one', { schema: { response: { 200: Profile } } }, async () => more);
    app.get('/list', { schema: { response: { 200: Type.Array(Profile) } } }, async () => [more]);
    expect((await app.inject('/one')).json()).toEqual(profile);
    expect((await app.inject('/list')).json()).toEqual([profile]);
    await app.close();
  });
});

describe('validation', () => {
  const schema = Type.Object(
    { n: Type.Integer(), flag: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  );

  it('rejects values of the wrong type and unknown fields in a body instead of changing them', () => {
    const validate = compileStrict(schema);
    for (const body of [{ n: '1' }, { n: 1, flag: 'true' }, { n: 1, x: 1 }, { n: null }, {}, [], null])
      expect(validate(body)).toBe(false);
    expect(validate({ n: 1, flag: false })).toBe(true);
  });

  it('converts the texts in a query to the declared types', () => {
    const validate = compileCoercing(schema);
    const query = { n: '12', flag: 'true' };
    expect(validate(query)).toBe(true);
    expect(query).toEqual({ n: 12, flag: true });
  });

  it('returns an error for each invalid field', () => {
    const validate = compileStrict(schema);
    const errorsOf = (body: unknown) => (validate(body) ? {} : fieldErrors(validate.errors));
    expect(errorsOf({})).toEqual({ n: 'Required' });
    expect(errorsOf({ n: 1, x: 1 })).toEqual({ x: 'Unknown field' });
    expect(errorsOf({ n: 'a' })).toEqual({ n: 'Must be integer' });
    expect(errorsOf(7)).toEqual({ body: 'Must be object' });
  });
});

describe('text that cannot be stored', () => {
  it('is found in values and keys, at any depth', () => {
    for (const value of ['\0', ['a', '\0'], { a: { b: 'x\0' } }, { 'a\0': 1 }, 'a\uD83D', { '\uDE00': 1 }])
      expect(hasUnstorableText(value)).toBe(true);
    for (const value of ['', '\\0', '😀', 0, null, undefined, [], {}, { a: ['b'] }])
      expect(hasUnstorableText(value)).toBe(false);
    let deep: unknown = '\0';
    for (let n = 0; n < 100_000; n++) deep = [deep];
    expect(hasUnstorableText(deep)).toBe(true);
  });
});
