import { expect, it } from 'vitest';
import { systemSecrets } from './secrets.ts';

it('rejects password checks while the queue is full', async () => {
  const hash = await systemSecrets.hashPassword('a-pass-phrase', 1);
  // 'none' is a malformed hash, so each check ends immediately after it begins.
  const asked = Array.from({ length: 110 }, (_, n) =>
    systemSecrets.verifyPassword('none', 'a-pass-phrase', n % 10),
  );
  const received = await Promise.allSettled(asked);
  const codes = received.map((one) => (one.status === 'rejected' ? one.reason.code : null));
  expect(codes.filter((code) => code === 'unavailable').length).toBe(8);
  expect(codes.slice(102)).toEqual(Array(8).fill('unavailable'));
  expect(await systemSecrets.verifyPassword(hash, 'a-pass-phrase', 1)).toBe(true);
  expect(await systemSecrets.verifyPassword(hash, 'another', 1)).toBe(false);
});

it('rejects password checks from a network that already has too many waiting checks', async () => {
  const crowd = Promise.allSettled(
    Array.from({ length: 60 }, () => systemSecrets.verifyPassword('none', 'x', '2001:db8:1::/48')),
  );
  const hash = await systemSecrets.hashPassword('a-pass-phrase', 'elsewhere');
  const received = await crowd;
  const refused = received.filter((one) => one.status === 'rejected' && one.reason.code === 'unavailable');
  expect(refused).toHaveLength(60 - 2 - 25);
  expect(await systemSecrets.verifyPassword(hash, 'a-pass-phrase', 'elsewhere')).toBe(true);
});

it('treats passwords as equal if they differ only in the kind of space or the Unicode form', async () => {
  const hash = await systemSecrets.hashPassword('cafe\u0301 au\u00A0lait', 1);
  expect(await systemSecrets.verifyPassword(hash, 'caf\u00E9 au lait', 1)).toBe(true);
  expect(await systemSecrets.verifyPassword(hash, 'cafe au lait', 1)).toBe(false);
});
