import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { expect, it } from 'vitest';
import { isFileRejected, readError, readErrorText } from './errors.ts';

it("returns the server's message, or the fallback for an unexpected failure", async () => {
  const refusal = Response.json({ code: 'tooLarge', message: 'This is too large.' }, { status: 413 });
  expect(await readErrorText(refusal, 'Upload failed.')).toBe('This is too large.');
  expect(await readErrorText(Response.json({}, { status: 502 }), 'Upload failed.')).toBe('Upload failed.');
  const broken = Response.json({ code: 'internal', message: ERROR_TEXTS.internal }, { status: 500 });
  expect(await readErrorText(broken, 'Upload failed.')).toBe('Upload failed.');
  const paused = Response.json({ code: 'readOnly', message: 'Back at 14:00.' }, { status: 503 });
  expect(await readErrorText(paused, 'Upload failed.')).toBe('Back at 14:00.');
  const fields = { code: 'invalid', message: ERROR_TEXTS.invalid, errors: { text: 'Too long.' } };
  expect(await readErrorText(Response.json(fields, { status: 400 }), 'Upload failed.')).toBe('Too long.');
});

it('treats a file as rejected only after an error about its size or type', () => {
  const rejecting = [400, 401, 403, 409, 413, 415, 429, 500, 503].filter((status) =>
    isFileRejected(new Response(null, { status })),
  );
  expect([rejecting, isFileRejected(new TypeError('no connection'))]).toEqual([[413, 415], false]);
});

it('adds advice about the connection to the fallback text if the server cannot be reached', async () => {
  const unreachable = 'Can’t reach Rivalhold. Check your connection and try again.';
  expect(await readErrorText(new TypeError('no connection'), 'Upload failed')).toBe(
    `Upload failed. ${unreachable}`,
  );
  expect(await readErrorText(new TypeError('no connection'), 'Failed!')).toBe(`Failed! ${unreachable}`);
  for (const advice of ['Try again.', 'Please try again.'])
    expect(await readErrorText(new TypeError('no connection'), `Failed. ${advice}`)).toBe(
      `Failed. ${unreachable}`,
    );
});

it('returns the message of an exception only if the site’s own code threw it', async () => {
  expect(await readErrorText(new Error('Failed to restore CSRF token'), 'Post failed')).toBe(
    'Failed to restore CSRF token',
  );
  for (const error of [new SyntaxError('Unexpected token <'), new DOMException('gone', 'AbortError')])
    expect(await readErrorText(error, 'Post failed')).toBe('Post failed');
});

it.each([
  [{ code: 'tooHungry', message: 'Eat first.' }, 409, 'Eat first.'],
  [{ message: 'Eat first.' }, 400, 'Eat first.'],
  [{ error: 'Eat first.' }, 418, 'Eat first.'],
  [{ code: 7, message: '', error: 'Eat first.' }, 499, 'Eat first.'],
  [{ code: 'tooHungry', message: 'stack trace' }, 500, 'Failed'],
  [{ message: 'stack trace' }, 502, 'Failed'],
  [{ code: 'tooHungry', message: { text: 'x' } }, 409, 'Failed'],
  [{ message: '', errors: { body: ['x'], text: 'Too long.' } }, 400, 'Too long.'],
  [['x'], 400, 'Failed'],
  ['x', 400, 'Failed'],
])('converts %j with status %i to the text %s', async (body, status, text) => {
  expect(await readErrorText(Response.json(body, { status }), 'Failed')).toBe(text);
});

it('keeps the code and message of an unknown error, unless the status is 500', async () => {
  const response = (status: number) => Response.json({ code: 'tooHungry', message: 'No.' }, { status });
  expect(await readError(response(409))).toMatchObject({ code: 'tooHungry', message: 'No.' });
  expect(await readError(response(500))).toMatchObject({ code: 'internal' });
  const busy = Response.json({ code: 'unavailable', message: 'Busy.' }, { status: 503 });
  expect(await readError(busy)).toMatchObject({ code: 'unavailable', message: 'Busy.' });
});
