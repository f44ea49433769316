import type { APIRequestContext } from '@playwright/test';
import { LIMITS } from '@rivalhold/shared/limits.ts';

export const PASSWORD = 'ember-and-anvil';
export type Player = { id: number; username: string; email: string };
/** A client that sends API requests with its own session, either from a visitor's browser or without a browser. */
export type Client = { context: { request: APIRequestContext } };
/** Starts a session without a browser. */
export type NewClient = (options?: { extraHTTPHeaders?: Record<string, string> }) => Promise<Client>;

let playerCount = 0;
/** Return a username that no other test has used. */
export const uniqueUsername = (word = 'hero') => `${word}_${process.pid}_${++playerCount}`;

/** Return a username that has the maximum length and that no other test has used. */
export const longUsername = () => uniqueUsername().padEnd(LIMITS.username.max, 'W');

const newCsrfToken = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/csrf/restore')).json()).csrfToken;

/**
 * Send a request with the client's cookies, and return the status and body of the response. Get a new CSRF token only
 * if the request needs one, because a new token invalidates the tokens of open pages with the same cookies.
 */
export async function requestAs<T>(
  { context }: Client,
  method: string,
  path: string,
  data?: unknown,
  headers: Record<string, string> = {},
) {
  const { request } = context;
  const token: Record<string, string> =
    method === 'GET' ? {} : { 'X-CSRF-Token': await newCsrfToken(request) };
  const answer = await request.fetch(path, { method, data, headers: { ...headers, ...token } });
  return { status: answer.status(), body: (await answer.json()) as T };
}

/** Sign the client up through the API as a new player with the default test password. */
export async function signUpPlayer(client: Client, username = uniqueUsername()): Promise<Player> {
  const email = `${username}@example.com`;
  const { status, body } = await requestAs<{ user: Player }>(client, 'POST', '/api/users', {
    username,
    firstName: 'Test',
    lastName: 'Player',
    email,
    password: PASSWORD,
  });
  if (status !== 201) throw new Error(`Sign-up returned ${status}: ${JSON.stringify(body)}`);
  return body.user;
}

/** Send a request and return the body of the response. Throw if the request fails. */
export async function requestOk<T>(client: Client, method: string, path: string, data?: unknown): Promise<T> {
  const { status, body } = await requestAs<T>(client, method, path, data);
  if (status >= 400) throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
