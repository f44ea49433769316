import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS, QUESTS_COMPLETE_TEXTS, RESTART_QUESTS_TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fightInProgress } from '../../lib/fight-in-progress.ts';
import { ME, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { toast } from '../../ui/toast.ts';
import { QuestCard } from './components/quest-card.tsx';
import { QuestRow } from './components/quest-row.tsx';
import { SkippedQuestsCard } from './components/skipped-quests-card.tsx';
import { useQuestEvents } from './realtime.ts';

const quests = (...states: Quests['steps'][number]['state'][]): Quests => ({
  state: 'open',
  steps: (['fight', 'potion', 'friend', 'post'] as const).map((quest, at) => ({
    quest,
    coins: 5,
    state: states[at] ?? 'open',
  })),
  rival: RIVAL,
});

function Toasts() {
  useQuestEvents();
  return null;
}

beforeEach(() => answer('GET /api/combat/open', []));

it('claims the reward of a finished quest once, and announces the coins', async () => {
  answer('GET /api/quests', quests('done'));
  const reply = Promise.withResolvers<Quests>();
  answer('POST /api/quests/{quest}/claim', () => reply.promise);
  const { user } = await renderWithProviders(<QuestCard meId={ME.id} />);
  await user.dblClick(await screen.findByRole('button', { name: QUEST_TEXTS.claim(5) }));
  reply.resolve(quests('claimed'));
  expect(await screen.findByText(QUEST_TEXTS.claimed(5))).toBeInTheDocument();
  expect(calls('POST /api/quests/{quest}/claim').map(({ params }) => params.quest)).toEqual(['fight']);
});

it('lets the player close the quests once all rewards are claimed', async () => {
  answer('GET /api/quests', quests('claimed', 'claimed', 'claimed', 'claimed'));
  answer('POST /api/quests/skip', { ...quests(), state: 'over' });
  const { user } = await renderWithProviders(<QuestCard meId={ME.id} />);
  await user.click(await screen.findByRole('button', { name: QUESTS_COMPLETE_TEXTS.close }));
  await waitFor(() => expect(calls('POST /api/quests/skip')).toHaveLength(1));
});

it('offers a retry when the quests cannot be loaded', async () => {
  answer('GET /api/quests', failure('forbidden'));
  const { user } = await renderWithProviders(<QuestCard meId={ME.id} />);
  expect(await screen.findByText(QUEST_TEXTS.notLoaded)).toBeInTheDocument();
  answer('GET /api/quests', quests());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const [fight] = await screen.findAllByRole('link', { name: QUEST_TEXTS.fightWith('Bjorn') });
  expect(fight).toHaveAttribute('href', '/fight/2');
});

it('keeps the reward available when claiming it fails', async () => {
  answer('POST /api/quests/{quest}/claim', failure('conflict'));
  const hint = { hint: 'Fight', action: 'Fight', target: { kind: 'directory' } } as const;
  const step = { quest: 'fight', coins: 5, state: 'done' } as const;
  const { user } = await renderWithProviders(
    <ol>
      <QuestRow meId={ME.id} step={step} questHint={hint} isNext />
    </ol>,
  );
  const claim = screen.getByRole('button', { name: QUEST_TEXTS.claim(5) });
  await user.click(claim);
  await waitFor(() => expect(claim).not.toHaveAttribute('aria-busy'));
  expect(claim).toBeInTheDocument();
});

it('restores skipped quests and opens the page that shows them', async () => {
  answer('GET /api/quests', { ...quests(), state: 'skipped' });
  answer('DELETE /api/quests/skip', quests());
  const { user, path } = await renderWithProviders(<SkippedQuestsCard />);
  await user.click(await screen.findByRole('button', { name: RESTART_QUESTS_TEXTS.resume }));
  await waitFor(() => expect(path()).toBe('/dashboard'));
  await waitFor(() => expect(screen.queryByText(RESTART_QUESTS_TEXTS.text)).not.toBeInTheDocument());
});

it('shows the toast of a completed quest only after a running fight has ended', async () => {
  fightInProgress.set(true);
  await renderWithProviders(<Toasts />);
  await connect(ME.id);
  await receive('quests:changed', { done: 'potion' });
  const title = QUEST_TEXTS.done(QUEST_TEXTS.titles.potion);
  await vi.dynamicImportSettled();
  toast.info('A toast that does not wait');
  await screen.findByText('A toast that does not wait');
  expect(screen.queryByText(title)).not.toBeInTheDocument();
  fightInProgress.set(false);
  expect(await screen.findByText(title)).toBeInTheDocument();
});
