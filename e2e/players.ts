import type { Visitor } from './browser.ts';

export const PASSWORD = 'ember-and-anvil';
export type Player = { id: number; username: string; email: string };

let playerCount = 0;
/** Return a username that no other test has used. */
export const uniqueUsername = (word = 'hero') => `${word}_${process.pid}_${++playerCount}`;

/**
 * Send a request with the visitor's cookies and a CSRF token, and return the status and body of the response.
 */
export async function requestAs<T>(visitor: Visitor, method: string, path: string, data?: unknown) {
  const { request } = visitor.context;
  const { csrfToken } = (await (await request.get('/api/csrf/restore')).json()) as { csrfToken: string };
  const answer = await request.fetch(path, { method, data, headers: { 'X-CSRF-Token': csrfToken } });
  return { status: answer.status(), body: (await answer.json()) as T };
}

/** Sign the visitor up through the API as a new player with the default test password. */
export async function signUpPlayer(visitor: Visitor, username = uniqueUsername()): Promise<Player> {
  const email = `${username}@example.com`;
  const { status, body } = await requestAs<{ user: Player }>(visitor, 'POST', '/api/users', {
    username,
    firstName: 'Test',
    lastName: 'Player',
    email,
    password: PASSWORD,
  });
  if (status !== 201) throw new Error(`Sign-up returned ${status}: ${JSON.stringify(body)}`);
  return body.user;
}

/** Send a request and return the body of the response. Throw if it fails. */
export async function requestOk<T>(
  visitor: Visitor,
  method: string,
  path: string,
  data?: unknown,
): Promise<T> {
  const { status, body } = await requestAs<T>(visitor, method, path, data);
  if (status >= 400) throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
