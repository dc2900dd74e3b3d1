import * as z from 'zod/mini';
import { digits, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';

/** Lower-cased, because two people must not hold one mailbox. The pattern is the one Better Auth logs in by. */
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

/** A new password and the same once more; every form that takes the two ends in `passwordsAgree`. */
export const newPasswordFields = {
  password: passwordSchema,
  confirmPassword: z.string(say('passwordsDiffer')),
};

export const passwordsAgree = z.refine<{ password: string; confirmPassword: string }>(
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

export const userTypes = ['farmer', 'merchant'] as const;
export const userTypeSchema = z.enum(userTypes, say('roleRequired'));
export type UserType = z.infer<typeof userTypeSchema>;

export const fullNameSchema = requiredText('fullNameRequired', limits.fullName.max).check(
  z.minLength(limits.fullName.min, say('fullNameShort')),
);

/** Ten digits, the first one 6 to 9: a mobile number in India without its prefix. */
export const contactSchema = digits('contactRequired', /^[6-9]\d{9}$/, 'contactInvalid');

export const newUsernameSchema = requiredText('usernameRequired', limits.username.max).check(
  z.minLength(limits.username.min, say('usernameShort')),
  z.regex(/^[\p{L}\p{M}\p{N}._-]+$/u, say('usernameInvalid')),
);
