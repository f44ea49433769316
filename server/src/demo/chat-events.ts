import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { CHAT_CONVERSATIONS } from './content/chat.ts';
import { type DemoEvent, joinedAt } from './events.ts';
import type { DemoPlayer } from './roster.ts';

/** Return the Lobby messages of the demo world. The same cast and `now` always result in the same events. */
export function chatEvents(everybody: readonly DemoPlayer[], now: number): DemoEvent[] {
  return CHAT_CONVERSATIONS.flatMap(({ ago, messages }) => {
    let at = now - ago * MINUTE;
    return messages.flatMap(([by, seconds, text]): DemoEvent[] => {
      at += seconds * 1_000;
      const who = everybody.find(({ username }) => username === by);
      return who && joinedAt(who, now) < at ? [{ at, kind: 'chat', who, text }] : [];
    });
  });
}
