import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import {
  afterReveal,
  choiceTimeOf,
  deadlineOf,
  decline,
  isDue,
  isShownPresent,
  newLiveState,
  newRankedState,
  recordDisconnect,
  recordPageLeave,
  recordSideActivity,
  seal,
  takesPart,
  withClock,
} from './live.ts';

const { choiceMs, bankMs, challengeMs, presentMs } = LIMITS.combat;
const gone = () => false;
const here = () => true;
const doubleTime = { attacker: false, defender: false };
const challenged = newLiveState(0, { defender: 'challenged', doubleTime });
const unchallenged = newLiveState(0, { defender: 'absent', doubleTime });
const joined = recordSideActivity(unchallenged, 'defender', 0, gone);

describe('the clock of a live fight', () => {
  it('reveals a move immediately against an absent defender', () => {
    expect(deadlineOf(unchallenged, 0, gone)).toBeNull();
    expect(isDue(unchallenged, 0, gone)).toBe(false);
    expect(isDue(seal(unchallenged, 'attacker', 0, gone), 0, gone)).toBe(true);
  });

  it('keeps the first choice sealed while the challenge is unanswered', () => {
    const sealed = seal(challenged, 'attacker', 1_000, gone);
    expect(deadlineOf(sealed, 1_000, gone)).toBe(challengeMs);
    expect(isDue(sealed, challengeMs - 1, gone)).toBe(false);
    expect(isDue(sealed, challengeMs, gone)).toBe(true);
    expect(isDue(decline(sealed), 1_000, gone)).toBe(true);
    // If neither player has chosen when the challenge ends, no exchange is revealed.
    expect(isDue(challenged, challengeMs, gone)).toBe(false);
  });

  it('gives each present player 12 seconds per exchange and a bank of 30 seconds', () => {
    expect(deadlineOf(joined, 0, here)).toBe(choiceMs + bankMs);
    const sealed = seal(joined, 'attacker', 5_000, here);
    expect(sealed.attacker.bankMs).toBe(bankMs);
    expect(isDue(sealed, 5_000, here)).toBe(false);
    const both = seal(sealed, 'defender', choiceMs + 4_000, here);
    expect(both.defender.bankMs).toBe(bankMs - 4_000);
    expect(isDue(both, choiceMs + 4_000, here)).toBe(true);
  });

  it('gives a player with double time twice the time for each choice', () => {
    const slow = newLiveState(0, {
      defender: 'absent',
      doubleTime: { attacker: false, defender: true },
    });
    const sealed = seal(recordSideActivity(slow, 'defender', 0, here), 'attacker', 0, here);
    expect(deadlineOf(sealed, 0, here)).toBe(2 * choiceMs + bankMs);
    expect([choiceTimeOf(slow.attacker), choiceTimeOf(slow.defender)]).toEqual([choiceMs, 2 * choiceMs]);
  });

  it('lets a player’s style choose once the player’s time is up', () => {
    const end = choiceMs + bankMs;
    const sealed = seal(joined, 'attacker', 0, here);
    expect(isDue(sealed, end - 1, here)).toBe(false);
    expect(isDue(sealed, end, here)).toBe(true);
    const once = afterReveal(sealed, end, here);
    expect(once.defender).toMatchObject({ missed: 1, bankMs: 0, sealed: false });
    const twice = afterReveal(seal(once, 'attacker', end, here), end + choiceMs, here);
    expect(takesPart(twice, 'defender', end + choiceMs, here)).toBe(false);
    expect(twice.since).toBeNull();
    const back = seal(twice, 'defender', end + choiceMs, here);
    expect(takesPart(back, 'defender', end + choiceMs, here)).toBe(true);
  });

  it('counts a player as absent after 10 seconds without activity', () => {
    expect(takesPart(joined, 'defender', presentMs, gone)).toBe(true);
    expect(takesPart(joined, 'defender', presentMs + 1, gone)).toBe(false);
    expect(takesPart(joined, 'defender', presentMs + 1, here)).toBe(true);
  });

  it('keeps running when a player disconnects from a ranked fight', () => {
    const ranked = newRankedState(0);
    expect(isShownPresent(ranked, 'defender', 0, gone)).toBe(true);
    const left = recordDisconnect(ranked, 'defender', 4_000);
    expect(isShownPresent(left, 'defender', 4_000, gone)).toBe(false);
    // The clock keeps running, because the player still takes part.
    expect(takesPart(left, 'defender', 4_000, gone)).toBe(true);
    expect(isShownPresent(recordSideActivity(left, 'defender', 5_000, gone), 'defender', 5_000, gone)).toBe(
      true,
    );
    expect(isShownPresent(recordDisconnect(joined, 'defender', 4_000), 'defender', 4_000, gone)).toBe(true);
  });

  it('waits 10 seconds for a disconnected player if the opponent has chosen', () => {
    const defenderGone = (side: string) => side === 'attacker';
    const left = recordDisconnect(seal(joined, 'attacker', 0, here), 'defender', 4_000);
    const end = 4_000 + presentMs + 1;
    expect(deadlineOf(left, 4_000, defenderGone)).toBe(end);
    expect(isDue(left, end - 1, defenderGone)).toBe(false);
    expect(isDue(left, end, defenderGone)).toBe(true);
    // If the player returns before `end`, as after a page reload, the original deadline applies.
    expect(deadlineOf(recordSideActivity(left, 'defender', 6_000, here), 6_000, here)).toBe(
      choiceMs + bankMs,
    );
  });

  it('stops 10 seconds after a player disconnects if neither player has chosen', () => {
    const defenderGone = (side: string) => side === 'attacker';
    const left = recordDisconnect(joined, 'defender', 4_000);
    const end = 4_000 + presentMs + 1;
    expect(deadlineOf(left, 4_000, defenderGone)).toBe(end);
    expect(isDue(left, end, defenderGone)).toBe(false);
    const stopped = withClock(left, end, defenderGone);
    expect(stopped.since).toBeNull();
    expect(deadlineOf(stopped, end, defenderGone)).toBeNull();
    const back = recordSideActivity(stopped, 'defender', 60_000, here);
    expect(deadlineOf(back, 60_000, here)).toBe(60_000 + choiceMs + bankMs);
  });

  it('gives a player the full time even if the opponent disconnects after choosing', () => {
    const attackerGone = (side: string) => side === 'defender';
    const sealed = seal(joined, 'attacker', 1_000, here);
    const left = recordDisconnect(sealed, 'attacker', 1_000);
    const later = 1_000 + presentMs + 1;
    expect(deadlineOf(left, later, attackerGone)).toBe(choiceMs + bankMs);
    expect(isDue(left, later, attackerGone)).toBe(false);
    // The attacker has left, and counts as absent from the next exchange on.
    const next = afterReveal(seal(left, 'defender', later, attackerGone), later, attackerGone);
    expect(next.since).toBeNull();
  });

  it('shows a player as away after they leave the page, and waits 10 seconds for their return', () => {
    const left = recordPageLeave(seal(joined, 'attacker', 0, here), 'defender', 4_000);
    const end = 4_000 + presentMs + 1;
    expect(isShownPresent(left, 'defender', 4_000, here)).toBe(false);
    expect(deadlineOf(left, 4_000, here)).toBe(end);
    expect(isDue(left, end - 1, here)).toBe(false);
    expect(isDue(left, end, here)).toBe(true);
    // A disconnection does not give the player additional time.
    expect(recordDisconnect(left, 'defender', 9_000)).toBe(left);
    const back = recordSideActivity(left, 'defender', 6_000, here);
    expect(isShownPresent(back, 'defender', 6_000, here)).toBe(true);
    expect(deadlineOf(back, 6_000, here)).toBe(choiceMs + bankMs);
  });

  it('keeps running when a player leaves the page of a ranked fight', () => {
    const left = recordPageLeave(newRankedState(0), 'defender', 4_000);
    expect(isShownPresent(left, 'defender', 4_000, here)).toBe(false);
    expect(deadlineOf(left, 60_000, here)).toBe(choiceMs + bankMs);
  });

  it('ignores a player who leaves the page before joining', () => {
    expect(recordPageLeave(challenged, 'defender', 0)).toBe(challenged);
  });

  it('does not count a player as present before they join', () => {
    expect(takesPart(recordDisconnect(unchallenged, 'defender', 0), 'defender', 0, here)).toBe(false);
  });
});
