import type { Goal, Goals, Titles } from '@rivalhold/shared/contract/goals.ts';
import { GOAL_TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { TITLE_NAMES, TITLE_TEXTS } from '@rivalhold/shared/texts/titles.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { GoalList } from './components/goal-list.tsx';
import { GoalRow } from './components/goal-row.tsx';
import { TitleBadge } from './components/title-badge.tsx';
import { TitleList } from './components/title-list.tsx';
import { useGoalEvents } from './realtime.ts';

afterEach(() => void vi.useRealTimers());

const TODAY = '2026-11-27';
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const goal = (fields: Partial<Goal> = {}): Goal => ({
  ...{ goal: 'fight-2', period: 'day', startsOn: TODAY },
  ...{ target: 2, progress: 1, coins: 1, state: 'open' },
  ...fields,
});
const WEEKLY = goal({ goal: 'week-days-5', period: 'week', startsOn: '2026-11-23', target: 5, coins: 3 });
const goals = (all: Goal[] = [goal()], streak: Partial<Goals['streak']> = {}): Goals => ({
  goals: [...all, WEEKLY],
  dayEndsAt: new Date(Date.now() + 3_600_000).toISOString(),
  timeZone,
  streak: { days: 0, today: false, freezeLeft: true, frozen: false, lost: 0, ...streak },
});
const DONE = goal({ goal: 'post-1', target: 1, progress: 1, state: 'done' });
const sparksIn = (container: Element) => container.querySelector('[class*="sparks"]');
const claimButton = () => screen.findByRole('button', { name: /^Claim 1 coin: Publish a post/ });

function Listener() {
  useGoalEvents();
  return null;
}

describe('the list of goals', () => {
  it('links a goal to the page on which the player can complete it', async () => {
    answer('GET /api/goals', goals([goal(), goal({ goal: 'lobby-1', target: 1, progress: 0 })]));
    await renderWithProviders(<GoalList />);
    const today = await screen.findByRole('region', { name: /Today$/ });
    expect(within(today).getByText(GOAL_TEXTS.progress(1, 2))).toBeInTheDocument();
    expect(within(today).getByRole('link', { name: GOAL_TEXTS.names['lobby-1'] })).toHaveAttribute(
      'href',
      '/chat',
    );
    expect(screen.getByRole('region', { name: /This week$/ })).toHaveTextContent(GOAL_TEXTS.coins(3));
  });

  it('claims a reward once for a double click, and celebrates the claim', async () => {
    answer('GET /api/goals', goals([DONE]));
    const reply = Promise.withResolvers<Goals>();
    answer('POST /api/goals/{startsOn}/{goal}/claim', () => reply.promise);
    const { user, container } = await renderWithProviders(<GoalList />);
    await user.dblClick(await claimButton());
    expect(sparksIn(container)).toBeNull();
    reply.resolve(goals([{ ...DONE, state: 'claimed' }]));
    expect(await screen.findByText(GOAL_TEXTS.claimed(1))).toBeInTheDocument();
    expect(screen.getByText(GOAL_TEXTS.allClaimed)).toBeInTheDocument();
    expect(sparksIn(container)).toBeInTheDocument();
    expect(calls('POST /api/goals/{startsOn}/{goal}/claim').map(({ params }) => params)).toEqual([
      { startsOn: TODAY, goal: 'post-1' },
    ]);
  });

  it('does not celebrate a reward that was claimed before', async () => {
    const { container } = await renderWithProviders(<GoalRow goal={{ ...DONE, state: 'claimed' }} />);
    expect(sparksIn(container)).toBeNull();
    expect(screen.getByText(GOAL_TEXTS.isClaimed)).toBeInTheDocument();
  });

  it('keeps the reward available when claiming it fails', async () => {
    answer('GET /api/goals', goals([DONE]));
    answer('POST /api/goals/{startsOn}/{goal}/claim', failure('conflict', 'Try that later.'));
    const { user } = await renderWithProviders(<GoalList />);
    await user.click(await claimButton());
    expect(await screen.findByText('Try that later.')).toBeInTheDocument();
    expect(await claimButton()).not.toHaveAttribute('aria-busy');
  });

  it('lists unclaimed goals of earlier days separately', async () => {
    answer('GET /api/goals', goals([{ ...DONE, startsOn: '2026-11-26' }, goal()]));
    await renderWithProviders(<GoalList />);
    const earlier = await screen.findByRole('region', { name: /From an earlier day$/ });
    expect(within(earlier).getAllByRole('button')).toHaveLength(1);
  });

  it('loads the goals again after a failure, and after a goal changes', async () => {
    answer('GET /api/goals', failure('forbidden'));
    const { user } = await renderWithProviders(<GoalList />);
    await connect(ME.id);
    expect(await screen.findByText(GOAL_TEXTS.notLoaded)).toBeInTheDocument();
    answer('GET /api/goals', goals());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(GOAL_TEXTS.progress(1, 2))).toBeInTheDocument();
    answer('GET /api/goals', goals([goal({ progress: 2, state: 'done' })]));
    await receive('goals:changed', { done: 'fight-2' });
    expect(await screen.findByRole('button', { name: /^Claim 1 coin/ })).toBeInTheDocument();
  });

  it.each<[string, Partial<Goals['streak']>, string]>([
    ['no streak', {}, GOAL_TEXTS.streakStart],
    ['today already counts', { days: 3, today: true }, GOAL_TEXTS.streakDone],
    ['today does not count yet', { days: 3 }, GOAL_TEXTS.streakOpen],
    ['a freeze covers a missed day', { days: 3, frozen: true }, GOAL_TEXTS.streakFrozen],
    ['the streak is lost', { lost: 12 }, GOAL_TEXTS.streakLost(12)],
    ['the streak is lost (heading)', { lost: 12 }, GOAL_TEXTS.streakEnded],
  ])('explains the state of the streak: %s', async (_, streak, text) => {
    answer('GET /api/goals', goals([goal()], streak));
    await renderWithProviders(<GoalList />);
    expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
  });

  it('sends the time zone of the browser if it differs from the time zone on the server', async () => {
    answer('GET /api/goals', { ...goals(), timeZone: 'Pacific/Kiritimati' });
    answer('PUT /api/goals/time-zone', goals());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderWithProviders(<GoalList />);
    await screen.findByRole('region', { name: /Today$/ });
    expect(calls('PUT /api/goals/time-zone')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(calls('PUT /api/goals/time-zone')).toHaveLength(1));
    expect(calls('PUT /api/goals/time-zone')[0]?.body).toEqual({ timeZone });
  });

  it('shows a toast if a goal is completed outside the dashboard', async () => {
    const { user, path } = await renderWithProviders(<Listener />, { at: '/store' });
    await connect(ME.id);
    await receive('goals:changed', { done: 'win-1' });
    expect(await screen.findByText(GOAL_TEXTS.done(GOAL_TEXTS.names['win-1']))).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: GOAL_TEXTS.toGoals }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });
});

describe('the list of titles', () => {
  const earned = [
    { title: 'win-1', earnedAt: '2026-11-20T10:00:00.000Z' },
    { title: 'level-5', earnedAt: '2026-11-10T10:00:00.000Z' },
  ] as const;
  const titles = (fields: Partial<Titles> = {}): Titles => ({
    chosen: null,
    earned: [...earned],
    open: [{ title: 'win-10', progress: 4, target: 10 }],
    ...fields,
  });

  beforeEach(() => answer('GET /api/titles/{userId}', titles()));

  it('lets the player choose a title and hide it again', async () => {
    answer('PUT /api/titles/chosen', ({ body }) => titles({ chosen: body.title }));
    const { user } = await renderWithProviders(
      <>
        <TitleBadge userId={ME.id} />
        <TitleList userId={ME.id} own />
      </>,
    );
    const name = TITLE_NAMES['win-1'];
    await user.click(await screen.findByRole('button', { name: TITLE_TEXTS.showOf(name) }));
    await waitFor(() => expect(screen.getAllByText(name)).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: TITLE_TEXTS.hideOf(name) }));
    await waitFor(() => expect(screen.getAllByText(name)).toHaveLength(1));
    expect(calls('PUT /api/titles/chosen').map(({ body }) => body.title)).toEqual(['win-1', null]);
  });

  it('hides the progress towards unearned titles from other players', async () => {
    const { unmount } = await renderWithProviders(<TitleList userId={ME.id} own />);
    expect(await screen.findByText(TITLE_TEXTS.progress(4, 10))).toBeInTheDocument();
    unmount();
    answer('GET /api/titles/{userId}', titles({ open: [] }));
    await renderWithProviders(<TitleList userId={9} own={false} />);
    expect(await screen.findByText(TITLE_NAMES['win-1'])).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /title/ })).not.toBeInTheDocument();
    expect(screen.queryByText(TITLE_TEXTS.open)).not.toBeInTheDocument();
  });

  it('loads the titles again after a failure, and after the player earns a title', async () => {
    answer('GET /api/titles/{userId}', failure('forbidden'));
    const { user } = await renderWithProviders(<TitleList userId={ME.id} own />);
    await connect(ME.id);
    expect(await screen.findByText(TITLE_TEXTS.notLoaded)).toBeInTheDocument();
    answer('GET /api/titles/{userId}', titles({ earned: [] }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(TITLE_TEXTS.empty)).toBeInTheDocument();
    answer('GET /api/titles/{userId}', titles());
    await receive('titles:changed', { userId: ME.id });
    expect(await screen.findByText(TITLE_NAMES['level-5'])).toBeInTheDocument();
  });
});
