import * as z from 'zod/mini';
import { say } from '../field-messages.ts';
import { digits, requiredText } from '../fields.ts';
import { mobileDigits } from '../latin-digits.ts';
import { limits } from '../limits.ts';
import { userTypes } from './user-types.ts';

/** Lower-cased, so that one mailbox has one account, as Better Auth does. */
export const emailSchema = z
  .string(say('emailRequired'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, say('emailRequired')),
    z.maxLength(limits.email.max, say('tooLong')),
    z.regex(z.regexes.email, say('emailInvalid')),
  );

export const passwordSchema = z
  .string(say('passwordRequired'))
  .check(
    z.minLength(1, say('passwordRequired')),
    z.minLength(limits.password.min, say('passwordShort')),
    z.maxLength(limits.password.max, say('tooLong')),
  );

/** Asked for again, of an account that has one. */
export const ownPasswordSchema = z.optional(
  z.string(say('invalid')).check(z.maxLength(limits.password.max, say('tooLong'))),
);

/** The form's schema ends with `passwordsMatch`. */
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

/** A mobile number without prefix: ten digits, the first one 6 to 9. */
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
/** A mark without a letter before it, or more than any word has. */
const strayMark = /(?:^|[^\p{L}\p{M}])\p{M}|\p{M}{4}/u;

/**
 * Only a to z or one Indian script, against lookalikes: no Greek υ for u, no accents. Existing usernames
 * stay.
 */
export const newUsernameSchema = requiredText('usernameRequired', limits.username.max).check(
  z.overwrite((text) => text.normalize('NFC')),
  z.minLength(limits.username.min, say('usernameShort')),
  z.regex(/^[\p{L}\p{M}\p{N}._-]+$/u, say('usernameInvalid')),
  z.refine((text) => ofOneScript.test(text) && !strayMark.test(text), say('usernameScript')),
  z.refine((text) => text === text.normalize('NFKC'), say('usernameScript')),
);
