import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EMAIL_SHAPE, USERNAME_SHAPE } from '@rivalhold/shared/shapes.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { breaksUnique } from '../../platform/db/db.ts';
import { faultsIn, invalidFields } from '../../platform/errors.ts';

/** How many of the most common passwords are refused, most common first. */
const COMMON_COUNT = 10_000;
const COMMON = new Set((dictionary['passwords-common'] as string[]).slice(0, COMMON_COUNT));

/** Control, bidirectional, zero-width and other format characters, letters that show nothing, lone surrogates, line breaks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Why an e-mail address cannot be one, or null. It is judged trimmed. */
export function emailFault(email: string): string | null {
  return email.length > LIMITS.email.max || !EMAIL_SHAPE.test(email) || INVISIBLE.test(email)
    ? TEXTS.email
    : null;
}

/** Why a username cannot be one, or null; whether it is taken is asked elsewhere. */
export function usernameFault(username: string): string | null {
  if (username.length < LIMITS.username.min) return TEXTS.username;
  if (username.length > LIMITS.username.max) return TEXTS.usernameLong;
  return USERNAME_SHAPE.test(username) ? null : TEXTS.usernameShape;
}

/** Why a first or last name cannot be one, or null; `missing` is the text for none. */
export function nameFault(name: string, missing: string): string | null {
  if (name.length === 0) return missing;
  if (name.length > LIMITS.name.max) return TEXTS.nameLong;
  return INVISIBLE.test(name) ? TEXTS.nameShape : null;
}

/** Why a password may not be chosen, or null. */
export function passwordFault(password: string): string | null {
  if (password.length < LIMITS.password.min) return TEXTS.password;
  if (password.length > LIMITS.password.max) return TEXTS.passwordLong;
  return COMMON.has(password.toLowerCase()) ? TEXTS.passwordCommon : null;
}

export type SignUp = {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmPassword?: string | null | undefined;
};

/** A sign-up as it will be stored (trimmed), and one text for each field at fault. */
export function judgeSignUp(input: SignUp): { clean: SignUp; errors: Record<string, string> } {
  const clean = {
    ...input,
    username: input.username.trim(),
    firstName: input.firstName.trim(),
    lastName: input.lastName.trim(),
    email: input.email.trim(),
  };
  const { confirmPassword } = input;
  const faults = {
    email: emailFault(clean.email),
    username: usernameFault(clean.username),
    firstName: nameFault(clean.firstName, TEXTS.firstName),
    lastName: nameFault(clean.lastName, TEXTS.lastName),
    password: passwordFault(input.password),
    confirmPassword:
      typeof confirmPassword === 'string' && confirmPassword !== input.password
        ? TEXTS.confirmPassword
        : null,
  };
  return { clean, errors: faultsIn(faults) };
}

/** What the index of names or of addresses has refused, as the player is told; any other error as it is. */
export function asTaken(error: unknown): unknown {
  if (breaksUnique(error, 'users_username')) return invalidFields({ username: TEXTS.usernameTaken }, 'taken');
  return breaksUnique(error, 'users_email') ? invalidFields({ email: TEXTS.emailTaken }, 'taken') : error;
}
