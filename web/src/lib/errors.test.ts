import { expect, it } from 'vitest';
import { faultOf } from './errors.ts';

it('says what the server says, or what is said of a failure that nobody foresaw', async () => {
  const refusal = Response.json({ code: 'tooLarge', message: 'That is too large.' }, { status: 413 });
  expect(await faultOf(refusal, 'Upload failed.')).toBe('That is too large.');
  expect(await faultOf(new TypeError('no connection'), 'Upload failed.')).toBe('Upload failed.');
  expect(await faultOf(Response.json({}, { status: 500 }), 'Upload failed.')).toBe('Upload failed.');
});
