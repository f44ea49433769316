import type { RouteKey, RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { csrfToken, isStaleToken, restoreCsrf } from './request.ts';
import { reportUnauthenticated } from './unauthenticated.ts';

/** Routes of the contract that take a file. */
export type UploadKey = { [K in RouteKey]: RouteOf<K> extends { upload: string } ? K : never }[RouteKey];
export type UploadOptions<K extends UploadKey> = {
  /** Form field of the file, as declared in the contract. */
  field: RouteOf<K>['upload'];
  file: Blob;
  /** Further fields of the form. */
  fields?: Record<string, string>;
  /** Further files of the form. */
  extraFiles?: Record<string, Blob>;
  /** A retry with the same key returns the first response; see `newIdempotencyKey`. */
  idempotencyKey?: string;
  /** Called with the fraction uploaded so far, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
};

/**
 * Upload a file and report its progress. Like `request`, send the CSRF token, and retry once if the token was stale.
 * Throws the Response of a failed request, a TypeError if the connection fails, or the reason of `signal` after an
 * abort.
 */
export async function upload<K extends UploadKey>(
  key: K,
  options: UploadOptions<K>,
): Promise<Reply<RouteOf<K>>> {
  const [method = '', path = ''] = key.split(' ');
  const { field, file, fields, extraFiles, idempotencyKey, onProgress, signal } = options;
  const form = new FormData();
  // Fields come first, so that a server that parses the stream knows them before the file.
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value);
  for (const [name, value] of Object.entries(extraFiles ?? {})) form.set(name, value, name);
  form.set(field, file);
  const sendWithToken = (token: string) =>
    send({ method, path, form, token, idempotencyKey, onProgress, signal });
  let response = await sendWithToken(await csrfToken());
  if (await isStaleToken(response)) response = await sendWithToken(await restoreCsrf());
  if (response.status === 401) reportUnauthenticated();
  if (response.status >= 400) throw response;
  return (await response.json()) as Reply<RouteOf<K>>;
}

type SendOptions = {
  method: string;
  path: string;
  form: FormData;
  token: string;
  idempotencyKey: string | undefined;
  onProgress: ((part: number) => void) | undefined;
  signal: AbortSignal | undefined;
};

/** Send with XMLHttpRequest, because fetch does not report upload progress. */
function send({
  method,
  path,
  form,
  token,
  idempotencyKey,
  onProgress,
  signal,
}: SendOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(method, path);
    xhr.withCredentials = true;
    xhr.setRequestHeader('X-CSRF-Token', token);
    if (idempotencyKey) xhr.setRequestHeader('Idempotency-Key', idempotencyKey);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? Math.min(1, loaded / total) : 0);
    xhr.onload = () => {
      const type = xhr.getResponseHeader('Content-Type');
      const headers = type === null ? undefined : { 'Content-Type': type };
      resolve(new Response(xhr.responseText, { status: xhr.status, headers }));
    };
    xhr.onerror = () => reject(new TypeError('The upload did not reach the server'));
    xhr.onabort = () => reject(signal?.reason);
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    xhr.send(form);
  });
}
