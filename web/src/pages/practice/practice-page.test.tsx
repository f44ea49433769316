import { FIRST_LESSON_LEVEL, LESSON_COINS, LESSONS, lessonXp } from '@rivalhold/shared/fights/lessons.ts';
import { FIGHT_NUMBERS } from '@rivalhold/shared/fights/numbers.ts';
import { PARTNER_IDS } from '@rivalhold/shared/fights/practice.ts';
import { COMBAT_TEXTS, MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { FIGHT_HELP } from '@rivalhold/shared/texts/fight-help.ts';
import { FIGHTS_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { FIRST_FIGHT_TEXTS as FIRST } from '@rivalhold/shared/texts/first-fight.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { saveMailSent } from '../../features/accounts/sign-up-mail.ts';
import { makeMatchup, makeStrength } from '../../features/combat/fixtures.ts';
import { FakeWorker } from '../../features/practice/fixtures.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ME, RIVAL, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { PracticePage } from './practice-page.tsx';

const lessons = LESSONS.map(({ id }) => ({ id, done: false, coins: LESSON_COINS, xp: lessonXp(id, 0) }));
const XP = lessonXp('strike', 0);
/** The lessons of a player who has completed the first lesson. */
const oneDone = lessons.map((lesson) => ({ ...lesson, done: lesson.id === 'strike', xp: 0 }));
const [strike, focus] = LESSONS.map(({ id }) => TEXTS.lesson[id]);
const open = (query = '') =>
  renderWithProviders(<PracticePage />, { route: '/player/practice', at: `/practice${query}` });
const move = (name: string | RegExp) => screen.findByRole('button', { name });
const attack = () => move(/^Attack/);
const ownMoves = () =>
  within(screen.getByRole('list', { name: COMBAT_TEXTS.lastMoves(ME.username) }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);

/**
 * Press a move until the fight is over. The button ignores presses while an exchange is shown. Use `fireEvent`, because
 * `user` would also focus the button, perhaps after the result has received the focus.
 */
async function pressUntilOver(name: RegExp) {
  const button = await move(name);
  await waitFor(() => {
    fireEvent.click(button);
    expect(button).not.toBeInTheDocument();
  });
}

beforeEach(() => {
  answer('GET /api/practice/lessons', lessons);
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

it('lists all partners and lessons with their rewards', async () => {
  answer('GET /api/practice/lessons', oneDone);
  await open();
  expect(await screen.findByRole('link', { name: TEXTS.repeatLesson(strike!.title) })).toBeInTheDocument();
  expect(screen.getByText(TEXTS.done)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: TEXTS.startLesson(focus!.title) })).toHaveAttribute(
    'href',
    '/practice?lesson=focus',
  );
  expect(screen.getAllByText(TEXTS.reward(LESSON_COINS, 0))).toHaveLength(2);
  for (const id of PARTNER_IDS)
    expect(screen.getByRole('link', { name: TEXTS.fightWith(TEXTS.partner[id].name) })).toBeInTheDocument();
});

it('shows which level the first lesson leads to', async () => {
  await open();
  const text = TEXTS.firstLeadsTo(FIRST_LESSON_LEVEL);
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
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

it('sends the moves of a lesson at the end, and shows the coin reward', async () => {
  answer('GET /api/practice/lessons', oneDone);
  answer('POST /api/practice/lessons/{id}', { lessons: oneDone, paid: LESSON_COINS, xp: 0 });
  await open('?lesson=strike');
  // The hint is shown and also announced to screen readers.
  await waitFor(() => expect(screen.getAllByText(strike!.hints.feint!)).toHaveLength(2));
  await pressUntilOver(/^Attack/);
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

it('shows level 2 and fair opponents after the first fight', async () => {
  answer('POST /api/practice/lessons/{id}', { lessons: oneDone, paid: LESSON_COINS, xp: XP });
  answer('GET /api/combat/matchups', { own: makeStrength(), matchups: [makeMatchup(RIVAL)] });
  const { user } = await open('?lesson=strike');
  expect(await screen.findByRole('heading', { name: FIRST.welcome(ME.username) })).toBeInTheDocument();
  expect(screen.getByText(TEXTS.unverified)).toBeInTheDocument();
  expect(screen.getByText(FIRST.offer(FIRST_LESSON_LEVEL))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: FIRST.skip })).toHaveAttribute('href', '/dashboard');
  await user.click(screen.getByRole('button', { name: FIRST.start }));
  await pressUntilOver(/^Attack/);
  expect(await screen.findByRole('heading', { name: FIRST.won })).toHaveFocus();
  expect(await screen.findByText(COMBAT_TEXTS.levelUp(FIRST_LESSON_LEVEL))).toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.xp(XP))).toBeInTheDocument();
  expect(await screen.findByText(FIGHTS_TEXTS.fair)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: `Challenge: ${RIVAL.username}` })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: FIRST.toDashboard })).toBeInTheDocument();
});

it.each([...LESSONS.map(({ id }) => `lesson=${id}`), ...PARTNER_IDS.map((id) => `partner=${id}`)])(
  'says that the practice fight ?%s cannot be verified',
  async (query) => {
    const { user } = await open(`?${query}`);
    // The first lesson begins with an invitation.
    const start = await screen.findByRole('button', { name: new RegExp(`^(Attack|${FIRST.start})`) });
    if (start.textContent === FIRST.start) await user.click(start);
    expect(await attack()).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: TEXTS.title })).toBeInTheDocument();
    expect(screen.getByText(TEXTS.notVerifiable)).toBeInTheDocument();
  },
);

it('offers no first fight to a player who has already reached level 2', async () => {
  answer(
    'GET /api/practice/lessons',
    lessons.map((lesson) => ({ ...lesson, xp: 0 })),
  );
  const { unmount } = await open('?lesson=strike');
  expect(await attack()).toBeInTheDocument();
  expect(screen.queryByText(FIRST.welcome(ME.username))).not.toBeInTheDocument();
  unmount();
  await open();
  expect(await screen.findAllByText(TEXTS.reward(LESSON_COINS, 0))).toHaveLength(lessons.length);
  expect(
    screen.queryByText(TEXTS.firstLeadsTo(FIRST_LESSON_LEVEL), { exact: false }),
  ).not.toBeInTheDocument();
});

it.each([
  ['asks the player to open the mailed link', { emailVerified: false, isSent: true }, [1, 0]],
  ['says where to confirm the address if no mail was sent', { emailVerified: false, isSent: false }, [0, 1]],
  ['mentions no mail once the address is confirmed', { emailVerified: true, isSent: true }, [0, 0]],
])('%s', async (_, { emailVerified, isSent }, counts) => {
  saveMailSent(ME.id, isSent);
  await renderWithProviders(<PracticePage />, {
    route: '/player/practice',
    at: '/practice?lesson=strike',
    me: { ...ME, emailVerified },
  });
  await screen.findByRole('button', { name: FIRST.start });
  const shown = [FIRST.mailed(ME.email), FIRST.notMailed(ME.email)];
  expect(shown.map((text) => screen.queryAllByText(text).length)).toEqual(counts);
});

it('offers to send a completed lesson again if it could not be saved', async () => {
  answer('GET /api/practice/lessons', oneDone);
  answer('POST /api/practice/lessons/{id}', failure('internal'));
  const { user } = await open('?lesson=strike');
  await pressUntilOver(/^Attack/);
  expect(await screen.findByText(TEXTS.saveFailed)).toBeInTheDocument();
  answer('POST /api/practice/lessons/{id}', { lessons, paid: 0, xp: 0 });
  await user.click(screen.getByRole('button', { name: TEXTS.retry }));
  await waitFor(() =>
    expect([calls('POST /api/practice/lessons/{id}').length, queryClient.isMutating()]).toEqual([2, 0]),
  );
  expect(screen.queryByText(TEXTS.saveFailed)).not.toBeInTheDocument();
  expect(screen.queryByText(COMBAT_TEXTS.coins(LESSON_COINS))).not.toBeInTheDocument();
});

it('does not send a lost lesson', async () => {
  answer('GET /api/practice/lessons', oneDone);
  const { user } = await open('?lesson=strike');
  await pressUntilOver(/^Guard/);
  expect(await screen.findByText(TEXTS.lost)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: TEXTS.restart }));
  expect(await attack()).toBeInTheDocument();
  expect(calls('POST /api/practice/lessons/{id}')).toEqual([]);
});

it('fights a partner at the player’s level to the end', async () => {
  const { user } = await open('?partner=novice');
  await pressUntilOver(/^Attack/);
  await user.click(await screen.findByRole('button', { name: TEXTS.restart }));
  expect(await attack()).toBeInTheDocument();
  expect(ownMoves()).toEqual([]);
  const log = screen.getByRole('log', { name: UI_TEXTS.announcements });
  await waitFor(() => expect(log).toHaveTextContent(TEXTS.fightWith(TEXTS.partner.novice.name)));
});

class GuardingWorker extends FakeWorker {
  override postMessage({ id }: { id: number }): void {
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { id, reply: 'guard' } })));
  }
}

it('shows how a fight without a knock-out ended', async () => {
  vi.stubGlobal('Worker', GuardingWorker);
  const numbers = FIGHT_NUMBERS as { lastExchange: number };
  const { lastExchange } = numbers;
  numbers.lastExchange = 2;
  onTestFinished(() => {
    numbers.lastExchange = lastExchange;
  });
  await open('?partner=master');
  await pressUntilOver(/^Guard/);
  const { wonBy, lostBy } = COMBAT_TEXTS;
  const { name } = TEXTS.partner.master;
  const chance = (text: string) => [wonBy.chance(), lostBy.chance(name)].includes(text);
  expect(await screen.findByText(chance, { ignore: '[role="log"] *' })).toBeInTheDocument();
});

it('offers a retry when the level of the player cannot be loaded', async () => {
  answer('GET /api/game/{userId}', failure('forbidden'));
  const { user } = await open('?partner=novice');
  expect(await screen.findByText(TEXTS.levelFailed)).toBeInTheDocument();
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await attack()).toBeInTheDocument();
});

it('announces a fight when it opens, and the practice page when the player goes back', async () => {
  answer('GET /api/practice/lessons', oneDone);
  const { user } = await open();
  const log = screen.getByRole('log', { name: UI_TEXTS.announcements });
  await user.click(await screen.findByRole('link', { name: TEXTS.repeatLesson(strike!.title) }));
  await waitFor(() => expect(log).toHaveTextContent(strike!.title));
  await waitFor(() => expect(log).toHaveTextContent(strike!.hints.feint!));
  await user.click(screen.getByRole('link', { name: COMBAT_TEXTS.back }));
  await waitFor(() => expect(log).toHaveTextContent(new RegExp(`${TEXTS.title} *$`)));
});

it('offers a retry if the worker of the partner "master" fails', async () => {
  [FakeWorker.hold, FakeWorker.last] = [true, null];
  const { user } = await open('?partner=master');
  await waitFor(() => expect(FakeWorker.last).not.toBeNull());
  expect(await screen.findByText(TEXTS.preparing(TEXTS.partner.master.name))).toBeInTheDocument();
  await act(async () => FakeWorker.last?.fail());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await user.click(await attack());
  await waitFor(() => expect(ownMoves()).toEqual([MOVE_NAMES.strike]));
});

it('fights the partner "reader" without a worker, and ignores an unknown partner', async () => {
  FakeWorker.last = null;
  const { user, unmount } = await open('?partner=reader');
  await user.click(await attack());
  await waitFor(() => expect(ownMoves()).toEqual([MOVE_NAMES.strike]));
  expect(FakeWorker.last).toBeNull();
  unmount();
  await open('?partner=dragon');
  expect(await screen.findByRole('heading', { name: TEXTS.title })).toBeInTheDocument();
});
