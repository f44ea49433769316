import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { setSession } from '../../entities/session/api.ts';
import { upload } from '../../lib/upload.ts';
import { addFiles } from './uploads.ts';

vi.mock('../../lib/upload.ts', () => ({ upload: vi.fn() }));

const player = (id: number) => ({ id, username: `player${id}` }) as SessionUser;

it('aborts a player’s uploads when another player signs in', async () => {
  const signals: AbortSignal[] = [];
  vi.mocked(upload).mockImplementation(async (_key, { signal }) => {
    if (signal) signals.push(signal);
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  setSession(player(1));
  addFiles(
    '1:5',
    ['a.mp4', 'b.mp4', 'c.mp4'].map((name) => new File(['x'], name, { type: 'video/mp4' })),
  );
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  // If the player only changes their name, no upload is aborted.
  setSession({ ...player(1), username: 'renamed' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  setSession(player(2));
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]));
});
