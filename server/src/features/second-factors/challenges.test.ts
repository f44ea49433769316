import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Site } from '../../platform/site.ts';
import { relyingParty } from './challenges.ts';

const partyOf = (publicUrl: string | null, host = 'localhost:3000') => {
  const site = { config: { publicUrl: publicUrl === null ? null : new URL(publicUrl) } } as Site;
  return relyingParty(site, { host } as FastifyRequest);
};

it('passkeys belong to the public host or, without one, to the loopback host', () => {
  expect(partyOf('https://play.example')).toEqual({ id: 'play.example', origin: 'https://play.example' });
  expect(partyOf('http://localhost:8080')).toEqual({ id: 'localhost', origin: 'http://localhost:8080' });
  expect(partyOf(null)).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
});

it.each([
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://play.example', undefined],
  [null, '127.0.0.1:3000'],
  [null, '[::1]:3000'],
  [null, 'evil.example'],
  [null, ''],
])('passkeys are rejected for the public URL %s and the host %s', (publicUrl, host) => {
  expect(() => partyOf(publicUrl, host)).toThrow('Browsers allow passkeys only');
});
