import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { USERNAME_PATTERN } from '@rivalhold/shared/usernames.ts';

/** Validation rules for form fields, with the server's error messages. The server validates again. */
export const rules = {
  email: {
    validate: (value: string) => normalizeEmail(value) !== null || ACCOUNT_TEXTS.email,
  },
  username: {
    minLength: { value: LIMITS.username.min, message: ACCOUNT_TEXTS.username },
    maxLength: { value: LIMITS.username.max, message: ACCOUNT_TEXTS.usernameLong },
    pattern: { value: USERNAME_PATTERN, message: ACCOUNT_TEXTS.usernameShape },
    required: ACCOUNT_TEXTS.username,
  },
  name: (missing: string) => ({
    maxLength: { value: LIMITS.name.max, message: ACCOUNT_TEXTS.nameLong },
    validate: (value: string) => value.trim() !== '' || missing,
  }),
  password: {
    required: ACCOUNT_TEXTS.password,
    minLength: { value: LIMITS.password.min, message: ACCOUNT_TEXTS.password },
    maxLength: { value: LIMITS.password.max, message: ACCOUNT_TEXTS.passwordLong },
  },
  /** Return the rule for the password confirmation, which must equal the password that `same` returns. */
  confirmPassword: (same: () => string) => ({
    required: ACCOUNT_TEXTS.confirmPassword,
    validate: (value: string) => value === same() || ACCOUNT_TEXTS.confirmPassword,
  }),
};
