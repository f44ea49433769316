import { COMBAT_TEXTS, SPOKEN_TEXTS, TELEGRAPHS } from '@rivalhold/shared/texts/combat.ts';
import { useEffect, useRef } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { announce } from '../../ui/live-region.tsx';
import type { FightModel } from './fight-model.ts';
import { choiceTimes } from './fight-times.ts';
import { speakExchange } from './spoken.ts';
import { hasTimeRunOut, isLastExchange, stateText } from './state-text.ts';

/** Seconds before the end of the viewer's time, including the time bank, at which to warn the viewer. */
const WARN_AT_S = [10, 5];
const SECOND_MS = 1_000;

/** Announce `text` when `key` changes. Announce the text of the first render only if `isFirstAnnounced` is true. */
function useAnnounced(
  text: string | null,
  isFirstAnnounced = false,
  key: string | number | null = text,
): void {
  const last = useRef(isFirstAnnounced ? null : key);
  useEffect(() => {
    if (key === last.current) return;
    last.current = key;
    if (text) announce(text);
  }, [text, key]);
}

/**
 * Announce to screen readers: each exchange, rising fury, the last exchange, what the fight waits for, the sign of the
 * opponent's next move, the hints of a lesson, and that the viewer's time has run out or is about to run out.
 */
export function useAnnouncements(fight: FightModel, chosen: string | null, coach: string | undefined): void {
  // `over` is true as soon as the fight ends, but `outcome` is set only once the last line has been played.
  const { opponent, exchanges, over, openedSeq } = fight;
  const name = opponent.player.username;
  const last = exchanges.at(-1);
  const isNew = last !== undefined && last.seq > openedSeq;
  const focus = last && SPOKEN_TEXTS.focus(last.me.focus, name, last.opponent.focus);
  const spoken = isNew ? `${speakExchange(last, fight)} ${focus}` : null;
  useAnnounced(spoken, true, isNew ? last.seq : null);
  const missed = hasTimeRunOut(fight) ? (last?.seq ?? null) : null;
  useAnnounced(missed === null ? null : COMBAT_TEXTS.timeRanOut, true, missed);
  const { furyStarts } = COMBAT_TEXTS;
  useAnnounced(fight.fury > 0 && !over ? furyStarts(fight.fury) : null);
  useAnnounced(isLastExchange(fight) ? COMBAT_TEXTS.lastExchange : null);
  useAnnounced(over ? null : stateText(fight, chosen), true);
  useAnnounced(opponent.telegraph && !over ? TELEGRAPHS[opponent.telegraph](name) : null, true);
  useAnnounced(coach && !fight.outcome ? coach : null, true);

  const end = over || fight.me.sealed ? null : (choiceTimes(fight)?.end ?? null);
  useEffect(() => {
    if (end === null) return undefined;
    const timers = WARN_AT_S.map((seconds) => ({ seconds, in: end - serverNow() - seconds * SECOND_MS }))
      .filter((warning) => warning.in > 0)
      .map((warning) => setTimeout(() => announce(COMBAT_TEXTS.secondsLeft(warning.seconds)), warning.in));
    return () => timers.forEach(clearTimeout);
  }, [end]);
}
