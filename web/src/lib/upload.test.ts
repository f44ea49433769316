import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { upload } from './upload.ts';

type Answer = { status: number; body: unknown } | 'broken' | 'never';
type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  form: FormData;
  credentials: boolean;
};
let answers: Answer[] = [];
let sent: Sent[] = [];
const cookies = { cookie: '' };

class FakeCall {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  withCredentials = false;
  status = 0;
  responseText = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  #call = { method: '', path: '' };
  readonly #headers: Record<string, string> = {};

  open(method: string, path: string) {
    this.#call = { method, path };
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  getResponseHeader() {
    return 'application/json';
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  send(form: FormData) {
    sent.push({ ...this.#call, headers: this.#headers, form, credentials: this.withCredentials });
    const result = answers.shift() ?? 'broken';
    this.upload.onprogress?.({ loaded: 1, total: 4 });
    if (result === 'never') return;
    queueMicrotask(() => {
      if (result === 'broken') this.onerror?.();
      else {
        this.upload.onprogress?.({ loaded: 4, total: 4 });
        this.status = result.status;
        this.responseText = JSON.stringify(result.body);
        this.onload?.();
      }
      this.onloadend?.();
    });
  }
}

const file = new Blob(['a picture']);
const avatar = (options = {}) => upload('POST /api/upload/avatar', { field: 'avatar', file, ...options });
const thrown = async (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);

beforeEach(() => {
  answers = [];
  sent = [];
  cookies.cookie = 'XSRF-TOKEN=first';
  vi.stubGlobal('document', cookies);
  vi.stubGlobal('location', { protocol: 'http:', origin: 'http://hold.test' });
  vi.stubGlobal('XMLHttpRequest', FakeCall);
  vi.stubGlobal('fetch', async () => Response.json({ csrfToken: 'second' }));
});
afterEach(() => vi.unstubAllGlobals());

it('sends the file with credentials and token', async () => {
  answers = [{ status: 201, body: { avatarUrl: '/media/avatars/1.webp' } }];
  expect(await avatar({ fields: { caption: 'me' } })).toEqual({ avatarUrl: '/media/avatars/1.webp' });
  const [call] = sent;
  expect(call).toMatchObject({ method: 'POST', path: '/api/upload/avatar', credentials: true });
  expect(call?.headers).toEqual({ 'X-CSRF-Token': 'first' });
  expect([...(call?.form.keys() ?? [])]).toEqual(['caption', 'avatar']);
});

it('sends additional fields and files before the main file', async () => {
  answers = [{ status: 201, body: {} }];
  await avatar({
    fields: { caption: 'me' },
    extraFiles: { thumb: new Blob(['a frame']) },
    idempotencyKey: 'once',
  });
  expect([...(sent[0]?.form.keys() ?? [])]).toEqual(['caption', 'thumb', 'avatar']);
  expect(sent[0]?.headers['Idempotency-Key']).toBe('once');
});

it('reports the upload progress', async () => {
  answers = [{ status: 201, body: {} }];
  const parts: number[] = [];
  await avatar({ onProgress: (part: number) => parts.push(part) });
  expect(parts).toEqual([0.25, 1]);
});

it('fetches a missing token, and replaces a stale token', async () => {
  cookies.cookie = '';
  answers = [{ status: 201, body: {} }];
  await avatar();
  expect(sent[0]?.headers['X-CSRF-Token']).toBe('second');
  cookies.cookie = 'XSRF-TOKEN=old';
  answers = [
    { status: 403, body: { code: 'csrf', message: '' } },
    { status: 201, body: { avatarUrl: 'x' } },
  ];
  expect(await avatar()).toEqual({ avatarUrl: 'x' });
  expect(sent.slice(1).map(({ headers }) => headers['X-CSRF-Token'])).toEqual(['old', 'second']);
});

it('throws the Response of a rejection', async () => {
  answers = [{ status: 413, body: { code: 'tooLarge', message: 'File too large. Max 25MB allowed.' } }];
  const refusal = await thrown(avatar());
  expect(refusal).toBeInstanceOf(Response);
  expect(await (refusal as Response).json()).toMatchObject({ code: 'tooLarge' });
  answers = ['broken'];
  expect(await thrown(avatar())).toBeInstanceOf(TypeError);
});

it('lets the caller cancel before and during the upload', async () => {
  const early = new AbortController();
  early.abort();
  expect(await thrown(avatar({ signal: early.signal }))).toMatchObject({ name: 'AbortError' });
  expect(sent).toEqual([]);
  answers = ['never'];
  const late = new AbortController();
  const sending = thrown(avatar({ signal: late.signal, onProgress: () => late.abort() }));
  expect(await sending).toMatchObject({ name: 'AbortError' });
});
