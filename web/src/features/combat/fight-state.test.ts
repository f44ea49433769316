import type { Combat, LogLine } from '@rivalhold/shared/contract/combat.ts';
import { describe, expect, it } from 'vitest';
import {
  beatDelay,
  type FightState,
  fightReducer,
  mergeLines,
  newerCombat,
  nextLine,
  REVEAL_MS,
} from './fight-state.ts';
import { makeCombat, makeLine, makePlayer, makeSide } from './fixtures.ts';

const attacker = makePlayer(1, 'Mira');
const defender = makePlayer(2, 'Bran');
const opened = (combat: Combat): FightState =>
  fightReducer(null, { type: 'opened', combat, attacker, defender })!;
const after = (state: FightState, ...actions: Parameters<typeof fightReducer>[1][]): FightState =>
  actions.reduce<FightState>((now, action) => fightReducer(now, action)!, state);
const seqs = (lines: readonly LogLine[]) => lines.map((line) => line.seq);

describe('merging lines', () => {
  it('keeps each line once, in order, regardless of arrival order', () => {
    const known = [makeLine(1), makeLine(2)];
    expect(seqs(mergeLines(known, [makeLine(4), makeLine(2), makeLine(3), makeLine(3)]))).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('returns the same list when nothing is new, to avoid a render', () => {
    const known = [makeLine(1), makeLine(2)];
    expect(mergeLines(known, [makeLine(2)])).toBe(known);
  });

  it('keeps only the latest 60 lines', () => {
    const lines = Array.from({ length: 100 }, (_, index) => makeLine(index + 1));
    expect(seqs(mergeLines([], lines)).at(0)).toBe(41);
  });
});

describe('merging two states of a fight', () => {
  it('keeps the newer state, in either order', () => {
    const later = makeCombat([makeLine(1), makeLine(2)], { defenderHP: 80 });
    expect(newerCombat(later, makeCombat([makeLine(1)]))).toBe(later);
    expect(newerCombat(makeCombat([makeLine(1)]), later)).toBe(later);
  });

  it('keeps the finished state if both states are equally new', () => {
    const over = makeCombat([makeLine(1)], { status: 'over', winnerId: 1 });
    expect(newerCombat(over, makeCombat([makeLine(1)]))).toBe(over);
  });
});

describe('the fight', () => {
  it('does not play lines from before the viewer opened the fight', () => {
    expect(nextLine(opened(makeCombat([makeLine(1), makeLine(2)])))).toBeNull();
  });

  it('plays an exchange once although a response and an event contain it', () => {
    const lines = [makeLine(2), makeLine(3)];
    const combat = makeCombat([makeLine(1), ...lines]);
    const state = after(
      opened(makeCombat([makeLine(1)])),
      { type: 'lines', combatId: 7, lines },
      { type: 'combat', combat },
      { type: 'lines', combatId: 7, lines },
    );
    expect(seqs(state.lines)).toEqual([1, 2, 3]);
    expect(nextLine(state)?.seq).toBe(2);
    const received = after(state, { type: 'played', seq: 2 });
    expect(nextLine(received)?.seq).toBe(3);
    expect(nextLine(after(received, { type: 'played', seq: 3 }))).toBeNull();
  });

  it('ignores actions of another fight', () => {
    const state = opened(makeCombat([makeLine(1)]));
    expect(after(state, { type: 'lines', combatId: 8, lines: [makeLine(2)] })).toBe(state);
  });

  it('plays missed lines after a reconnect', () => {
    const combat = makeCombat([makeLine(1), makeLine(2), makeLine(3)]);
    const state = after(opened(makeCombat([makeLine(1)])), { type: 'resynced', combat, attacker, defender });
    expect(nextLine(state)?.seq).toBe(2);
  });

  it('skips lines that are no longer in the log', () => {
    const combat = makeCombat([makeLine(30), makeLine(31)]);
    const state = after(opened(makeCombat([makeLine(1)])), { type: 'combat', combat });
    expect(nextLine(state)?.seq).toBe(30);
  });

  it('keeps the rewards and the seed if a later event lacks them', () => {
    const rewards = { xp: 20, coins: 1, defeatXp: 0 };
    const state = after(
      opened(makeCombat([makeLine(1)])),
      { type: 'over', combatId: 7, winnerId: 1, rewards, seed: 'ab' },
      { type: 'over', combatId: 7, winnerId: 1, rewards: null, seed: null },
      { type: 'combat', combat: makeCombat([makeLine(1)]) },
    );
    expect(state).toMatchObject({ rewards, seed: 'ab', combat: { status: 'over', winnerId: 1 } });
  });

  it('marks that a player has chosen a move, but only for the current exchange', () => {
    const sealed = { type: 'sealed', combatId: 7, userId: 2 } as const;
    const state = opened(makeCombat([]));
    expect(after(state, { ...sealed, exchange: 1 }).combat.sides).toMatchObject({
      attacker: { sealed: false },
      defender: { sealed: true },
    });
    expect(after(state, { ...sealed, exchange: 0 })).toBe(state);
  });

  it('lists each present player once', () => {
    const joined = { type: 'joined', combatId: 7, userId: 2 } as const;
    expect(after(opened(makeCombat([])), joined, joined).present).toEqual([2]);
  });
});

describe('presence', () => {
  const sides = (attacker: boolean, defender: boolean) => ({
    attacker: makeSide({ present: attacker }),
    defender: makeSide({ present: defender }),
  });
  const soon = new Date(Date.now() + 20_000).toISOString();
  const pending = makeCombat([], { isChallengePending: true, deadlineAt: soon, sides: sides(true, false) });
  const noteAfter = (before: Combat, combat: Combat) =>
    after(opened(before), { type: 'combat', combat }).note;

  it('notes how a challenge was answered', () => {
    const style = makeCombat([], { sides: sides(true, false) });
    expect(noteAfter(pending, makeCombat([], { sides: sides(true, true) }))?.kind).toBe('joined');
    expect(noteAfter(pending, style)?.kind).toBe('declined');
    const passed = new Date(Date.now() - 1_000).toISOString();
    expect(noteAfter({ ...pending, deadlineAt: passed }, style)?.kind).toBe('unanswered');
  });

  it('notes when a player leaves and returns', () => {
    const live = makeCombat([], { exchanges: 2, sides: sides(true, true) });
    const alone = makeCombat([], { exchanges: 2, sides: sides(true, false) });
    expect(noteAfter(live, alone)).toEqual({ kind: 'left', side: 'defender', seq: 0 });
    expect(noteAfter(alone, live)?.kind).toBe('returned');
    expect(noteAfter(live, live)).toBeNull();
  });
});

describe('playback', () => {
  const waiting = (count: number) =>
    after(opened(makeCombat([makeLine(1)])), {
      type: 'lines',
      combatId: 7,
      lines: Array.from({ length: count }, (_, index) => makeLine(index + 2)),
    });

  it('shows the cards of an exchange before its effects', () => {
    expect(beatDelay(waiting(1), 0, 5_000)).toBe(REVEAL_MS);
    expect(beatDelay(waiting(1), 5_000, 5_100)).toBe(REVEAL_MS);
  });

  it('delays a line without cards by at most a quarter second', () => {
    const over = makeLine(2, { kind: 'over', attacker: null, defender: null });
    const state = after(opened(makeCombat([makeLine(1)])), { type: 'lines', combatId: 7, lines: [over] });
    expect(beatDelay(state, 0, 5_000)).toBe(0);
    expect(beatDelay(state, 5_000, 5_000)).toBe(250);
    expect(beatDelay(state, 5_000, 5_100)).toBe(150);
  });

  it('plays lines faster if many are waiting', () => {
    expect(beatDelay(waiting(12), 5_000, 5_000)).toBe(80);
  });
});
