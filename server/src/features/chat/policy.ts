import type { ChatRules } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHAT_ERRORS as TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { trimText } from '@rivalhold/shared/visible-text.ts';
import { msSince } from '../../platform/clock.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';

/** The data needed to decide whether a player can post a message now. */
export type PostingState = {
  rules: ChatRules;
  isSettled: boolean;
  /** True for staff with access to the staff pages, who do not have to wait in slow mode. */
  isStaff: boolean;
  /** Time of the player's newest message, or null if there is none. */
  last: Date | null;
  /** Time of the player's n-th newest message, or null if there is none. n is `LIMITS.chat.flood.messages`. */
  first: Date | null;
};

/**
 * Return a message without surrounding whitespace.
 * @throws AppError `invalid` for text that is too long or has no visible characters.
 */
export function toMessageText(sent: string): string {
  const text = trimText(sent);
  if (text === '') throw invalidFieldsError({ text: TEXTS.empty });
  if (text.length > LIMITS.chat.message) throw invalidFieldsError({ text: TEXTS.tooLong });
  return text;
}

/**
 * Throw AppError `forbidden` if a player is not allowed to post a message now. Throw AppError `tooOften`, with the
 * remaining seconds (rounded up), if the player must wait.
 */
export function assertMayPost(state: PostingState, now: Date): void {
  const { rules, isSettled, isStaff, last, first } = state;
  if (rules.settledOnly && !isSettled) throw new AppError('forbidden', TEXTS.unsettled);
  const wait = (from: Date | null, ms: number): number =>
    from === null ? 0 : Math.ceil((ms - msSince(from, now)) / 1000);
  const slow = isStaff ? 0 : wait(last, rules.slowModeSeconds * 1000);
  const flood = wait(first, LIMITS.chat.flood.ms);
  const retryAfter = Math.max(slow, flood);
  if (retryAfter > 0)
    throw new AppError('tooOften', slow > flood ? TEXTS.slow(slow) : TEXTS.flood(flood), { retryAfter });
}
