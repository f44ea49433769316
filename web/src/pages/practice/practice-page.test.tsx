import { LESSON_COINS, LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { PARTNER_IDS } from '@rivalhold/shared/fights/practice.ts';
import { COMBAT_TEXTS, MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { FIGHT_HELP } from '@rivalhold/shared/texts/fight-help.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeWorker } from '../../features/practice/fixtures.ts';
import { ME, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
// The structure test lists the files whose components have state.
import '../../features/practice/components/fight-help.tsx';
import '../../features/practice/components/lesson-list.tsx';
import './bout-screen.tsx';
import './lesson-fight.tsx';
import './partner-fight.tsx';
import { PracticePage } from './practice-page.tsx';

const lessons = LESSONS.map(({ id }) => ({ id, done: false, coins: LESSON_COINS }));
const [strike, focus] = LESSONS.map(({ id }) => TEXTS.lesson[id]);
const open = (query = '') =>
  renderWithProviders(<PracticePage />, { route: '/player/practice', at: `/practice${query}` });
const move = (name: string | RegExp) => screen.findByRole('button', { name });
const attack = () => move(/^Attack/);
const ownMoves = () =>
  within(screen.getByRole('list', { name: COMBAT_TEXTS.lastMoves(ME.username) }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);

type User = Awaited<ReturnType<typeof open>>['user'];
/** Press a move once the exchange before it has been shown. */
async function press(user: User, name: RegExp) {
  const button = await move(name);
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await user.click(button);
}
async function strikeThrice(user: User) {
  for (let exchange = 0; exchange < 3; exchange++) await press(user, /^Attack/);
}

beforeEach(() => {
  answer('GET /api/practice/lessons', lessons);
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

it('lists the lessons with their reward or as done, and all partners', async () => {
  answer('GET /api/practice/lessons', [{ ...lessons[0]!, done: true }, ...lessons.slice(1)]);
  await open();
  expect(await screen.findByRole('link', { name: TEXTS.repeatLesson(strike!.title) })).toBeInTheDocument();
  expect(screen.getByText(TEXTS.done)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: TEXTS.startLesson(focus!.title) })).toHaveAttribute(
    'href',
    '/practice?lesson=focus',
  );
  expect(screen.getAllByText(TEXTS.reward(LESSON_COINS))).toHaveLength(2);
  for (const id of PARTNER_IDS)
    expect(screen.getByRole('link', { name: TEXTS.fightWith(TEXTS.partner[id].name) })).toBeInTheDocument();
});

it('offers a retry when the lessons cannot be loaded', async () => {
  answer('GET /api/practice/lessons', failure('forbidden'));
  const { user } = await open();
  expect(await screen.findByText(TEXTS.lessonsFailed)).toBeInTheDocument();
  answer('GET /api/practice/lessons', lessons);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(strike!.title)).toBeInTheDocument();
});

it('opens the help sheet', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: FIGHT_HELP.open }));
  expect(await screen.findByRole('img', { name: FIGHT_HELP.picture })).toBeInTheDocument();
  for (const rule of FIGHT_HELP.rules) expect(screen.getByText(rule)).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('plays a lesson with a hint before each move, sends its moves, and shows the coin', async () => {
  const completed = lessons.map((lesson) => ({ ...lesson, done: lesson.id === 'strike' }));
  answer('POST /api/practice/lessons/{id}', { lessons: completed, paid: LESSON_COINS });
  const { user } = await open('?lesson=strike');
  // Seen and announced.
  await waitFor(() => expect(screen.getAllByText(strike!.hints.feint!)).toHaveLength(2));
  await strikeThrice(user);
  expect(await screen.findByText(TEXTS.learned)).toBeInTheDocument();
  expect(await screen.findByText(COMBAT_TEXTS.coins(LESSON_COINS))).toBeInTheDocument();
  expect(calls('POST /api/practice/lessons/{id}').map(({ params, body }) => [params.id, body])).toEqual([
    ['strike', { moves: ['strike', 'strike', 'strike'] }],
  ]);
  expect(screen.getByRole('link', { name: TEXTS.next(focus!.title) })).toHaveAttribute(
    'href',
    '/practice?lesson=focus',
  );
});

it('keeps a completed lesson when it cannot be saved, and sends it again', async () => {
  answer('POST /api/practice/lessons/{id}', failure('internal'));
  const { user } = await open('?lesson=strike');
  await strikeThrice(user);
  expect(await screen.findByText(TEXTS.saveFailed)).toBeInTheDocument();
  answer('POST /api/practice/lessons/{id}', { lessons, paid: 0 });
  await user.click(screen.getByRole('button', { name: TEXTS.retry }));
  await waitFor(() => expect(screen.queryByText(TEXTS.saveFailed)).not.toBeInTheDocument());
  expect(screen.queryByText(COMBAT_TEXTS.coins(LESSON_COINS))).not.toBeInTheDocument();
});

it('sends nothing for a lost lesson, and starts it again', async () => {
  const { user } = await open('?lesson=strike');
  const guard = await move(/^Guard/);
  while (guard.isConnected) await user.click(guard);
  expect(await screen.findByText(TEXTS.lost)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: TEXTS.restart }));
  expect(await attack()).toBeInTheDocument();
  expect(calls('POST /api/practice/lessons/{id}')).toEqual([]);
});

it('fights a partner at the player’s level to the end, and again', async () => {
  const { user } = await open('?partner=novice');
  const strikeButton = await attack();
  while (strikeButton.isConnected) await user.click(strikeButton);
  await user.click(await screen.findByRole('button', { name: TEXTS.restart }));
  expect(await attack()).toBeInTheDocument();
  expect(ownMoves()).toEqual([]);
  const log = screen.getByRole('log', { name: UI_TEXTS.announcements });
  await waitFor(() => expect(log).toHaveTextContent(TEXTS.fightWith(TEXTS.partner.novice.name)));
});

it('offers a retry when the level of the player cannot be loaded', async () => {
  answer('GET /api/game/{userId}', failure('forbidden'));
  const { user } = await open('?partner=novice');
  expect(await screen.findByText(TEXTS.levelFailed)).toBeInTheDocument();
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await attack()).toBeInTheDocument();
});

it('announces the fight that is opened, and the way back', async () => {
  const { user } = await open();
  const log = screen.getByRole('log', { name: UI_TEXTS.announcements });
  await user.click(await screen.findByRole('link', { name: TEXTS.startLesson(strike!.title) }));
  await waitFor(() => expect(log).toHaveTextContent(strike!.title));
  await waitFor(() => expect(log).toHaveTextContent(strike!.hints.feint!));
  await user.click(screen.getByRole('link', { name: COMBAT_TEXTS.back }));
  await waitFor(() => expect(log).toHaveTextContent(new RegExp(`${TEXTS.title} *$`)));
});

it('waits for the master, and offers a retry if the worker fails', async () => {
  [FakeWorker.hold, FakeWorker.last] = [true, null];
  const { user } = await open('?partner=master');
  expect(await screen.findByText(TEXTS.preparing(TEXTS.partner.master.name))).toBeInTheDocument();
  await waitFor(() => expect(FakeWorker.last).not.toBeNull());
  await act(async () => FakeWorker.last?.fail());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await user.click(await attack());
  await waitFor(() => expect(ownMoves()).toEqual([MOVE_NAMES.strike]));
});

it('fights the reader without a worker, and shows the list for an unknown partner', async () => {
  FakeWorker.last = null;
  const { user, unmount } = await open('?partner=reader');
  await user.click(await attack());
  await waitFor(() => expect(ownMoves()).toEqual([MOVE_NAMES.strike]));
  expect(FakeWorker.last).toBeNull();
  unmount();
  await open('?partner=dragon');
  expect(await screen.findByRole('heading', { name: TEXTS.title })).toBeInTheDocument();
});
