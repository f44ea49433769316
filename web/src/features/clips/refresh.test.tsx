import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { ME, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { ClipsBar } from './components/clips-bar.tsx';

const clip = (id: number, fields: Partial<Clip> = {}): Clip => ({
  id,
  kind: 'image',
  url: `/media/clip-${id}.jpg`,
  thumbUrl: null,
  mime: 'image/jpeg',
  width: 400,
  height: 600,
  durationMs: null,
  caption: '',
  likesCount: 0,
  viewsCount: 2,
  likedByCurrentUser: false,
  seen: false,
  createdAt: minutesAgo(30),
  expiresAt: minutesAgo(-600),
  ...fields,
});
const group = (user: ClipGroup['user'], ...clips: Clip[]): ClipGroup => ({ user, clips, hasUnseen: true });

let now = Date.now();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  // Move the clock on. Otherwise, changes stored by an earlier test would be applied to the responses that this test
  // loads.
  now += 10 * 60_000;
  vi.setSystemTime(now);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const requests = () => calls('GET /api/clips/feed').length;

async function openBar(...shown: ClipGroup[]): Promise<void> {
  answer('GET /api/clips/feed', { groups: shown, nextCursor: null });
  await renderWithProviders(<ClipsBar />);
  const connected = connect(ME.id);
  await pass(100);
  await connected;
  await pass(100);
  expect(requests()).toBe(1);
}

it('refreshes the clip feed every 45 s', async () => {
  await openBar(group(RIVAL, clip(73), clip(74, { expiresAt: minutesAgo(-0.5) })));
  await pass(20_000);
  await receive('clip:new', { user: RIVAL, clip: clip(75) });
  await pass(20_000);
  expect(requests()).toBe(1);
  await pass(5_000);
  expect(requests()).toBe(2);
  await pass(LIMITS.clips.refreshMs);
  expect(requests()).toBe(3);
});

it('drops an expired clip from the cache', async () => {
  await openBar(group(RIVAL, clip(76), clip(77, { expiresAt: minutesAgo(-0.2) })));
  const updates: unknown[] = [];
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'clips') updates.push(query.state.data);
  });
  await pass(10_000);
  expect(updates).toEqual([]);
  await pass(5_000);
  expect(updates).toHaveLength(1);
  expect(screen.getByRole('button', { name: CLIP_TEXTS.group('Bjorn', 1, 1) })).toBeInTheDocument();
  stop();
});

it('refreshes the clip feed once when the tab or its window regains focus', async () => {
  const focusWindow = () => window.dispatchEvent(new FocusEvent('focus'));
  await openBar(group(RIVAL, clip(78)));
  fireEvent(document, new Event('visibilitychange'));
  focusWindow();
  await pass(100);
  expect(requests()).toBe(2);
  focusWindow();
  await pass(100);
  expect(requests()).toBe(3);
});
