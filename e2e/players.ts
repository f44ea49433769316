import type { Visitor } from './browser.ts';

export const PASSWORD = 'ember-and-anvil';
export type Player = { id: number; username: string; email: string };

let playerCount = 0;
/** A username that no test has used. */
export const uniqueUsername = (word = 'hero') => `${word}_${process.pid}_${++playerCount}`;

/** A call of the visitor's browser with its cookies and a CSRF token; answers status and body. */
export async function requestAs<T>(visitor: Visitor, method: string, path: string, data?: unknown) {
  const { request } = visitor.context;
  const { csrfToken } = (await (await request.get('/api/csrf/restore')).json()) as { csrfToken: string };
  const answer = await request.fetch(path, { method, data, headers: { 'X-CSRF-Token': csrfToken } });
  return { status: answer.status(), body: (await answer.json()) as T };
}

/** Signs the visitor up, without the form: as a new player with the password of the tests. */
export async function signUpPlayer(visitor: Visitor, username = uniqueUsername()): Promise<Player> {
  const email = `${username}@example.com`;
  const { status, body } = await requestAs<{ user: Player }>(visitor, 'POST', '/api/users', {
    username,
    firstName: 'Test',
    lastName: 'Player',
    email,
    password: PASSWORD,
  });
  if (status !== 201) throw new Error(`The sign-up answered ${status}: ${JSON.stringify(body)}`);
  return body.user;
}

/** A call that has to succeed. */
export async function requestOk<T>(
  visitor: Visitor,
  method: string,
  path: string,
  data?: unknown,
): Promise<T> {
  const { status, body } = await requestAs<T>(visitor, method, path, data);
  if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
