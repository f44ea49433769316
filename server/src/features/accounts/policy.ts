import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PORTRAIT_SEED } from '@rivalhold/shared/portraits/newcomer.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SIGN_UP_TEXTS } from '@rivalhold/shared/texts/sign-up.ts';
import { isReservedUsername, USERNAME_PATTERN } from '@rivalhold/shared/usernames.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { violatesUnique } from '../../platform/db/db.ts';
import { type AppError, fieldErrorsIn, invalidFieldsError } from '../../platform/errors.ts';

/**
 * Number of passwords that are rejected as too common. They are the first entries in a list that begins with the most
 * common passwords.
 */
const COMMON_PASSWORD_COUNT = 10_000;
const COMMON_PASSWORDS = new Set(
  (dictionary['passwords-common'] as string[]).slice(0, COMMON_PASSWORD_COUNT),
);

/**
 * Characters that are not allowed in names: control, bidirectional, zero-width and other format characters, blank
 * letters, private-use characters, lone surrogates and line breaks.
 */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Invisible joiners between letters. Names can contain these joiners, because some scripts, such as Arabic and Sinhala,
 * need them.
 */
const WORD_JOINERS = new RegExp(
  `(?<=[${['Arabic', 'Bengali', 'Devanagari', 'Kannada', 'Malayalam', 'Sinhala', 'Telugu'].map((script) => `\\p{Script=${script}}`).join('')}])[\u200C\u200D](?=\\p{L})`,
  'gu',
);

/** Return the validation error of a username, or null. Do not check whether the username is taken. */
export function usernameError(username: string): string | null {
  if (username.length < LIMITS.username.min) return TEXTS.username;
  if (username.length > LIMITS.username.max) return TEXTS.usernameLong;
  if (!USERNAME_PATTERN.test(username)) return TEXTS.usernameShape;
  return isReservedUsername(username) ? TEXTS.usernameReserved : null;
}

/** Return the validation error of a first or last name, or null. `missing` is the error text for an empty name. */
export function nameError(name: string, missing: string): string | null {
  if (name.length === 0) return missing;
  if (name.length > LIMITS.name.max) return TEXTS.nameLong;
  return INVISIBLE_CHARACTERS.test(name.replaceAll(WORD_JOINERS, '')) ? TEXTS.nameShape : null;
}

/** Return the validation error of a new password, or null. */
export function passwordError(password: string): string | null {
  if (password.length < LIMITS.password.min) return TEXTS.password;
  if (password.length > LIMITS.password.max) return TEXTS.passwordLong;
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? TEXTS.passwordCommon : null;
}

export type SignUpInput = {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmPassword?: string | null | undefined;
  /** Seed of the portrait that becomes the avatar. */
  portrait?: string | null | undefined;
};

/**
 * Return the sign-up with trimmed names and a normalized email address, and one error text for each invalid field.
 */
export function validateSignUp(input: SignUpInput): { clean: SignUpInput; errors: Record<string, string> } {
  const email = normalizeEmail(input.email);
  const clean = {
    ...input,
    username: input.username.trim(),
    firstName: input.firstName.trim(),
    lastName: input.lastName.trim(),
    email: email ?? '',
  };
  const { confirmPassword, portrait } = input;
  const fieldErrors = {
    email: email === null && TEXTS.email,
    username: usernameError(clean.username),
    firstName: nameError(clean.firstName, TEXTS.firstName),
    lastName: nameError(clean.lastName, TEXTS.lastName),
    password: passwordError(input.password),
    confirmPassword:
      typeof confirmPassword === 'string' && confirmPassword !== input.password
        ? TEXTS.confirmPassword
        : null,
    portrait:
      typeof portrait === 'string' && !PORTRAIT_SEED.test(portrait) ? SIGN_UP_TEXTS.portraitInvalid : null,
  };
  return { clean, errors: fieldErrorsIn(fieldErrors) };
}

/** Convert a violation of a unique username or email index to AppError `taken`. Return other errors unchanged. */
export function toTakenError(error: unknown): unknown {
  if (violatesUnique(error, 'users_username'))
    return invalidFieldsError({ username: TEXTS.usernameTaken }, 'taken');
  return violatesUnique(error, 'users_email') ? emailTakenError() : error;
}

/** Return the error for an email address that another account has. */
export const emailTakenError = (): AppError => invalidFieldsError({ email: TEXTS.emailTaken }, 'taken');
