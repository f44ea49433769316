import type { Conversation } from '@rivalhold/shared/contract/dms.ts';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { conversationsQuery, dispatchToThread, threadQuery } from './api.ts';
import { allConversations } from './conversations.ts';
import { ME, makeMessage, makeMessages, OTHER } from './fixtures.ts';
import { showAsDeleted, showMessage, syncConversations } from './realtime.ts';
import { EMPTY_THREAD } from './thread.ts';

const { queryKey } = conversationsQuery;
const conversation = (fields: Partial<Conversation>): Conversation => ({
  otherUser: OTHER,
  text: 'known',
  senderId: OTHER.id,
  attachmentKind: null,
  updatedAt: '2026-01-01T12:00:00.000Z',
  unreadCount: 0,
  request: false,
  muted: false,
  lastSeq: 1,
  clearedUpTo: 0,
  ...fields,
});

let client: QueryClient;
let requests: string[];
let answer: (url: URL) => Promise<unknown>;
const cacheConversations = (items: Conversation[], nextCursor: string | null = null) =>
  client.setQueryData(queryKey, { pages: [{ items, nextCursor }], pageParams: [null] });
const cachedConversations = () =>
  allConversations(client.getQueryData(queryKey) ?? { pages: [], pageParams: [] });
const isStale = () => client.getQueryState(queryKey)?.isInvalidated;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  requests = [];
  vi.stubGlobal('location', { origin: 'http://hold.test', protocol: 'http:' });
  vi.stubGlobal('document', { visibilityState: 'visible', cookie: '' });
  vi.stubGlobal('fetch', async (url: string | Request | URL) => {
    const requestUrl = new URL(url instanceof Request ? url.url : url, 'http://hold.test');
    requests.push(requestUrl.pathname);
    return Response.json(await answer(requestUrl));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('keeps a message that arrived while an older response was pending', async () => {
  cacheConversations([conversation({})]);
  let release = (_: Conversation[]) => {};
  answer = () => new Promise((resolve) => (release = resolve));
  const done = syncConversations(client);
  await waitFor(() => expect(requests).toEqual(['/api/dms/sync']));
  showMessage(client, makeMessage(4), ME.id);
  release([conversation({ text: 'older', lastSeq: 2, unreadCount: 1 })]);
  await done;
  expect(cachedConversations()).toMatchObject([{ text: 'message 4', lastSeq: 4 }]);
  // Neither the cached nor the received unread count covers all messages, so the list must reload.
  expect(isStale()).toBe(true);
});

it('reloads the conversation list if a message arrives while it loads', async () => {
  const first = conversation({});
  let release = (_: Conversation[]) => {};
  answer = () => new Promise((resolve) => (release = resolve));
  const stop = new InfiniteQueryObserver(client, conversationsQuery).subscribe(() => {});
  await waitFor(() => expect(requests).toHaveLength(1));
  showMessage(client, makeMessage(4), ME.id);
  const old = release;
  answer = async () => [conversation({ text: 'message 4', lastSeq: 4, unreadCount: 2 })];
  old([first]);
  await waitFor(() => expect(cachedConversations()).toMatchObject([{ lastSeq: 4, unreadCount: 2 }]));
  stop();
});

it('reloads the list after a message in a conversation outside the loaded pages', () => {
  cacheConversations([conversation({ otherUser: { ...OTHER, id: 9 } })], 'next page');
  showMessage(client, makeMessage(4), ME.id);
  expect(cachedConversations()[0]).toMatchObject({ text: 'message 4' });
  expect(isStale()).toBe(true);
});

it('adds a new conversation without a reload when all conversations are loaded', () => {
  cacheConversations([conversation({ otherUser: { ...OTHER, id: 9 } })]);
  showMessage(client, makeMessage(4), ME.id);
  expect([cachedConversations()[0]?.unreadCount, isStale()]).toEqual([1, false]);
});

it('reloads the list when a message that might be unread is deleted', () => {
  client.setQueryData(threadQuery(OTHER.id).queryKey, { ...EMPTY_THREAD, loaded: true });
  for (const seq of [3, 4])
    dispatchToThread(client, OTHER.id, { type: 'message', message: makeMessage(seq) });
  cacheConversations([conversation({ lastSeq: 4, unreadCount: 1 })]);
  showAsDeleted(client, OTHER.id, makeMessage(3).id);
  expect([cachedConversations()[0]?.text, isStale()]).toEqual(['known', false]);
  showAsDeleted(client, OTHER.id, makeMessage(4).id);
  expect([cachedConversations()[0]?.text, isStale()]).toEqual(['', true]);
});

it('reloads a conversation when a response cannot list all deleted messages', async () => {
  const state = { otherUser: OTHER, readUpTo: 0, clearedUpTo: 0, canWrite: true, nextCursor: null };
  const { queryKey } = threadQuery(OTHER.id);
  client.setQueryData(queryKey, { ...EMPTY_THREAD, loaded: true, syncedAt: makeMessage(4).createdAt });
  for (const message of makeMessages(1, 4)) dispatchToThread(client, OTHER.id, { type: 'message', message });
  const deletedMessage = (seq: number) => makeMessage(seq, { text: '', deletedAt: makeMessage(9).createdAt });
  answer = async ({ searchParams }) => {
    if (searchParams.has('after'))
      return { ...state, items: [], deletedIds: [makeMessage(2).id], moreDeleted: true };
    // Messages and deletions that arrive while the page loads are kept.
    showMessage(client, makeMessage(6), ME.id);
    showAsDeleted(client, OTHER.id, makeMessage(5).id);
    return {
      ...state,
      items: [deletedMessage(3), makeMessage(4), makeMessage(5)],
      nextCursor: 'c',
      deletedIds: [],
    };
  };
  const thread = await client.fetchQuery({ ...threadQuery(OTHER.id), staleTime: 0 });
  expect(thread.messages.map(({ seq, text }) => [seq, text])).toEqual([
    [3, ''],
    [4, 'message 4'],
    [5, ''],
    [6, 'message 6'],
  ]);
  expect([thread.loaded, thread.olderCursor, thread.syncedAt]).toEqual([true, 'c', makeMessage(6).createdAt]);
});
