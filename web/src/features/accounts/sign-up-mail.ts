import { readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';

const STORAGE_NAME = 'sign-up-mail';

/** Store in this tab whether the server mailed the confirmation link at the sign-up. */
export const saveMailSent = (userId: number, isSent: boolean): void =>
  writePlayerValue(userId, STORAGE_NAME, isSent ? 'sent' : null);

/** Report whether the player signed up in this tab and the server mailed the confirmation link. */
export const wasMailSent = (userId: number): boolean => readPlayerValue(userId, STORAGE_NAME) !== null;
