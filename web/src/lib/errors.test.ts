import { ERRORS } from '@rivalhold/shared/contract/errors.ts';
import { expect, it } from 'vitest';
import { readErrorText } from './errors.ts';

it("returns the server's message, or the fallback for an unexpected failure", async () => {
  const refusal = Response.json({ code: 'tooLarge', message: 'This is too large.' }, { status: 413 });
  expect(await readErrorText(refusal, 'Upload failed.')).toBe('This is too large.');
  expect(await readErrorText(Response.json({}, { status: 502 }), 'Upload failed.')).toBe('Upload failed.');
  const broken = Response.json({ code: 'internal', message: ERRORS.internal.message }, { status: 500 });
  expect(await readErrorText(broken, 'Upload failed.')).toBe('Upload failed.');
  const fields = { code: 'invalid', message: ERRORS.invalid.message, errors: { text: 'Too long.' } };
  expect(await readErrorText(Response.json(fields, { status: 400 }), 'Upload failed.')).toBe('Too long.');
});

it('returns the failure and what to do about it if the server was not reached', async () => {
  const unreachable = 'Can’t reach Rivalhold. Check your connection and try again.';
  expect(await readErrorText(new TypeError('no connection'), 'Upload failed')).toBe(
    `Upload failed. ${unreachable}`,
  );
  expect(await readErrorText(new TypeError('no connection'), 'Failed!')).toBe(`Failed! ${unreachable}`);
});
