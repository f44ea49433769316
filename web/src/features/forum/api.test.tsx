import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { dropPost, markThreadStale, threadQuery } from './api.ts';
import type { ThreadPage } from './thread.ts';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('../../lib/api.ts', () => ({ api }));

const post = (id: number) => ({ id, threadId: 1, position: id }) as ForumPost;
const page = (...ids: number[]) =>
  ({
    thread: { id: 1, postCount: ids.length },
    posts: ids.map(post),
    page: 1,
    size: 20,
    total: 3,
  }) as ThreadPage;
const idsOf = (shown: ThreadPage | null) => shown?.posts.map(({ id }) => id);

it('does not restore a post that was deleted while its page was loading', async () => {
  const client = new QueryClient();
  const { promise: response, resolve: answer } = Promise.withResolvers<ThreadPage>();
  api.mockReturnValueOnce(response);
  const loading = client.fetchQuery(threadQuery(1, { page: 1 }));
  dropPost(client, 1, 2);
  answer(page(1, 2, 3));
  const shown = await loading;
  expect(idsOf(shown)).toEqual([1, 3]);
  expect(shown?.thread.postCount).toBe(2);
});

it('reloads a thread on return, even if the player left it recently', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  api.mockResolvedValueOnce(page(1)).mockResolvedValueOnce(page(1, 3));
  await client.fetchQuery(threadQuery(1, { page: 1 }));
  markThreadStale(client, 1);
  expect(idsOf(await client.fetchQuery(threadQuery(1, { page: 1 })))).toEqual([1, 3]);
});
