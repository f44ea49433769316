import { expect, it } from 'vitest';
import { systemSecrets } from './secrets.ts';

it('a crowd that has passwords judged does not wait for ever, nor keeps others from all else', async () => {
  const hash = await systemSecrets.hashPassword('a-pass-phrase');
  // No hash at all is refused as soon as its turn comes.
  const asked = Array.from({ length: 110 }, () => systemSecrets.verifyPassword('none', 'a-pass-phrase'));
  const told = await Promise.allSettled(asked);
  const codes = told.map((one) => (one.status === 'rejected' ? one.reason.code : null));
  expect(codes.filter((code) => code === 'unavailable').length).toBe(8);
  expect(codes.slice(102)).toEqual(Array(8).fill('unavailable'));
  expect(await systemSecrets.verifyPassword(hash, 'a-pass-phrase')).toBe(true);
  expect(await systemSecrets.verifyPassword(hash, 'another')).toBe(false);
});
