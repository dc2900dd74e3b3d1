import * as z from 'zod/mini';
import { say } from '../field-messages.ts';
import { digits, requiredText } from '../fields.ts';
import { mobileDigits } from '../latin-digits.ts';
import { limits } from '../limits.ts';
import { userTypes } from './user-types.ts';

/** An internationalised top-level domain has digits and hyphens in ASCII: .भारत is .xn--h2brj9c. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/i;

/** Emails are lower-cased, as Better Auth does, so that one mailbox has one account. */
export const emailSchema = z
  .string(say('emailRequired'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, say('emailRequired')),
    z.maxLength(limits.email.max, say('tooLong')),
    z.regex(emailPattern, say('emailInvalid')),
  );

export const passwordSchema = z
  .string(say('passwordRequired'))
  .check(
    z.minLength(1, say('passwordRequired')),
    z.minLength(limits.password.min, say('passwordShort')),
    z.maxLength(limits.password.max, say('tooLong')),
  );

/** Sensitive changes ask for the current password of an account that has one. */
export const ownPasswordSchema = z.optional(
  z.string(say('invalid')).check(z.maxLength(limits.password.max, say('tooLong'))),
);

/** Forms check these fields with `passwordsMatch` as well. */
export const newPasswordFields = {
  password: passwordSchema,
  confirmPassword: z.string(say('passwordsDiffer')),
};

export const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    path: ['confirmPassword'],
    error: say('passwordsDiffer'),
    when: ({ value }) => hasText(value, 'password') && hasText(value, 'confirmPassword'),
  },
);

function hasText(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string';
}

export const userTypeSchema = z.enum(userTypes, say('roleRequired'));
export type UserType = z.infer<typeof userTypeSchema>;

export const fullNameSchema = requiredText('fullNameRequired', limits.fullName.max).check(
  z.minLength(limits.fullName.min, say('fullNameShort')),
);

/** A mobile number without prefix has ten digits and starts with 6 to 9. */
export const contactSchema = digits('contactRequired', /^[6-9]\d{9}$/, 'contactInvalid', mobileDigits);

const scripts = [
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Arabic',
  'Ol_Chiki',
  'Meetei_Mayek',
];
const ofOneScript = new RegExp(
  `^(?:[a-zA-Z0-9._-]+|${scripts.map((script) => `[\\p{Script=${script}}0-9._-]+`).join('|')})$`,
  'u',
);
/** Matches a combining mark that follows no letter, or four of them in a row, which no word has. */
const strayMark = /(?:^|[^\p{L}\p{M}])\p{M}|\p{M}{4}/u;

/**
 * New usernames have only a to z or one Indian script, so that no lookalike is possible: no Greek υ for u, no accents.
 * Existing usernames stay as they are.
 */
export const newUsernameSchema = requiredText('usernameRequired', limits.username.max).check(
  z.minLength(limits.username.min, say('usernameShort')),
  z.regex(/^[\p{L}\p{M}\p{N}._-]+$/u, say('usernameInvalid')),
  z.refine((text) => ofOneScript.test(text) && !strayMark.test(text), say('usernameScript')),
  z.refine((text) => text === text.normalize('NFKC'), say('usernameScript')),
);
