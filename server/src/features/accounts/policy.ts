import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { isReservedUsername, USERNAME_PATTERN } from '@rivalhold/shared/usernames.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { violatesUnique } from '../../platform/db/db.ts';
import { fieldErrorsIn, invalidFieldsError } from '../../platform/errors.ts';

/** How many of the most common passwords are refused, most common first. */
const COMMON_PASSWORD_COUNT = 10_000;
const COMMON_PASSWORDS = new Set(
  (dictionary['passwords-common'] as string[]).slice(0, COMMON_PASSWORD_COUNT),
);

/** Control, bidirectional, zero-width and other format characters, letters that show nothing, lone surrogates, line breaks. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Why an e-mail address cannot be one, or null. It is judged trimmed. */
export function emailError(email: string): string | null {
  const isValid =
    email.length <= LIMITS.email.max && normalizeEmail(email) !== null && !INVISIBLE_CHARACTERS.test(email);
  return isValid ? null : TEXTS.email;
}

/** Why a username cannot be one, or null; whether it is taken is asked elsewhere. */
export function usernameError(username: string): string | null {
  if (username.length < LIMITS.username.min) return TEXTS.username;
  if (username.length > LIMITS.username.max) return TEXTS.usernameLong;
  if (!USERNAME_PATTERN.test(username)) return TEXTS.usernameShape;
  return isReservedUsername(username) ? TEXTS.usernameReserved : null;
}

/** Why a first or last name cannot be one, or null; `missing` is the text for none. */
export function nameError(name: string, missing: string): string | null {
  if (name.length === 0) return missing;
  if (name.length > LIMITS.name.max) return TEXTS.nameLong;
  return INVISIBLE_CHARACTERS.test(name) ? TEXTS.nameShape : null;
}

/** Why a password may not be chosen, or null. */
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
};

/** A sign-up as it will be stored (trimmed), and one text for each invalid field. */
export function validateSignUp(input: SignUpInput): { clean: SignUpInput; errors: Record<string, string> } {
  const clean = {
    ...input,
    username: input.username.trim(),
    firstName: input.firstName.trim(),
    lastName: input.lastName.trim(),
    email: normalizeEmail(input.email) ?? input.email.trim(),
  };
  const { confirmPassword } = input;
  const fieldErrors = {
    email: emailError(clean.email),
    username: usernameError(clean.username),
    firstName: nameError(clean.firstName, TEXTS.firstName),
    lastName: nameError(clean.lastName, TEXTS.lastName),
    password: passwordError(input.password),
    confirmPassword:
      typeof confirmPassword === 'string' && confirmPassword !== input.password
        ? TEXTS.confirmPassword
        : null,
  };
  return { clean, errors: fieldErrorsIn(fieldErrors) };
}

/** What the index of names or of addresses has refused, as the player is told; any other error as it is. */
export function toTakenError(error: unknown): unknown {
  if (violatesUnique(error, 'users_username'))
    return invalidFieldsError({ username: TEXTS.usernameTaken }, 'taken');
  return violatesUnique(error, 'users_email')
    ? invalidFieldsError({ email: TEXTS.emailTaken }, 'taken')
    : error;
}
