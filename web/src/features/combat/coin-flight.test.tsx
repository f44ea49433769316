import type { FightRewards } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { Outcome } from './components/outcome.tsx';
import { buildFightModel } from './fight-model.ts';
import { fightReducer } from './fight-state.ts';
import { makeCombat, makePlayer } from './fixtures.ts';

const PAID: FightRewards = { xp: 20, coins: 1, defeatXp: 3 };

/** Show the result of a fight below a coin balance. */
function Result({ winnerId, rewards }: { winnerId: number; rewards: FightRewards | null }) {
  const players = { attacker: makePlayer(1, ME.username), defender: makePlayer(2, 'Bjorn') };
  const combat = makeCombat([], { status: 'over', winnerId });
  const fight = buildFightModel(fightReducer(null, { type: 'opened', combat, ...players })!, ME.id);
  return (
    <>
      <button type="button" data-coin-balance>
        5
      </button>
      <Outcome fight={fight} combatId={7} rewards={rewards} onAgain={() => undefined} />
    </>
  );
}

/** Start recording the animations of coins. Each animation is a list of keyframes. */
function recordFlights(): Keyframe[][] {
  const flights: Keyframe[][] = [];
  vi.spyOn(Element.prototype, 'animate').mockImplementation((frames) => {
    flights.push(frames as Keyframe[]);
    return { cancel: () => undefined, finished: Promise.resolve() } as never;
  });
  return flights;
}

const preferReducedMotion = (matches: boolean) =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches, onchange: null }) as MediaQueryList,
    );

beforeEach(() => {
  answer('GET /api/game/{userId}', failure('notFound'));
  answer('GET /api/profiles/{id}', failure('notFound'));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.hasAttribute('data-coin-balance')
      ? new DOMRect(300, 10, 20, 20)
      : new DOMRect(100, 500, 200, 40);
  });
});
afterEach(() => vi.restoreAllMocks());

it('animates the coins paid for a victory once', async () => {
  preferReducedMotion(false);
  const flights = recordFlights();
  const { rerender } = await renderWithProviders(<Result winnerId={ME.id} rewards={null} />);
  // The rewards can arrive after the end of the fight.
  expect(flights).toEqual([]);
  await rerender(<Result winnerId={ME.id} rewards={PAID} />);
  expect(flights.length).toBeGreaterThan(1);
  for (const frames of flights) {
    expect(frames.at(0)).toMatchObject({ translate: '200px 520px', opacity: 0 });
    expect(frames.at(-1)).toMatchObject({ translate: '310px 20px', opacity: 0 });
  }
  const flown = flights.length;
  await rerender(<Result winnerId={ME.id} rewards={{ ...PAID }} />);
  expect(flights).toHaveLength(flown);
});

it('shows the coins for a victory without an animation if the player prefers reduced motion', async () => {
  preferReducedMotion(true);
  const flights = recordFlights();
  await renderWithProviders(<Result winnerId={ME.id} rewards={PAID} />);
  expect(screen.getByText(COMBAT_TEXTS.coins(1))).toBeInTheDocument();
  expect(flights).toEqual([]);
});

it.each([
  ['a defeat', { winnerId: 2, rewards: PAID }],
  ['a victory without coins', { winnerId: ME.id, rewards: { ...PAID, coins: 0 } }],
])('animates no coins after %s', async (_, result) => {
  preferReducedMotion(false);
  const flights = recordFlights();
  await renderWithProviders(<Result {...result} />);
  expect(flights).toEqual([]);
});
