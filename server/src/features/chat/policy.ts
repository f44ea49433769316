import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { ChatRules } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { CHAT_ERRORS as TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import { msSince } from '../../platform/clock.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';

/** What decides whether a player may write just now. */
export type PostingState = {
  rules: ChatRules;
  /** When the account was made. */
  since: Date;
  /** When the last line was written, and as many lines ago as may be written at once; null for none. */
  last: Date | null;
  first: Date | null;
};

/**
 * What is to be said, without the space around it.
 * @throws AppError invalid for a text that shows nothing or is too long.
 */
export function toMessageText(sent: string): string {
  const text = isVisible(sent) ? sent.trim() : '';
  if (text === '') throw invalidFieldsError({ text: TEXTS.empty });
  if (text.length > LIMITS.chat.line) throw invalidFieldsError({ text: TEXTS.tooLong });
  return text;
}

/** Whether an account is old enough to be trusted with addresses, and with a lobby where that is asked for. */
export const isEstablishedAccount = ({ since }: Pick<PostingState, 'since'>, now: Date): boolean =>
  now.getTime() - since.getTime() >= LIMITS.chat.establishedMs;

/** @throws AppError forbidden, or tooOften with the whole seconds to wait, for who may not write just now. */
export function assertMayPost(role: Role, standing: PostingState, now: Date): void {
  const { rules, last, first } = standing;
  const free = isStaff({ role });
  if (rules.establishedOnly && !free && !isEstablishedAccount(standing, now))
    throw new AppError('forbidden', TEXTS.unsettled);
  const wait = (from: Date | null, ms: number): number =>
    from === null ? 0 : Math.ceil((ms - msSince(from, now)) / 1000);
  const slow = free ? 0 : wait(last, rules.slowModeSeconds * 1000);
  const flood = wait(first, LIMITS.chat.flood.ms);
  const retryAfter = Math.max(slow, flood);
  if (retryAfter > 0)
    throw new AppError('tooOften', slow > flood ? TEXTS.slow(slow) : TEXTS.flood(flood), { retryAfter });
}
