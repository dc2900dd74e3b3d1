import * as z from 'zod/mini';
import { digits, idSchema, optionalText, requiredText } from './fields.ts';
import { envelope } from './envelope.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';

export const userTypes = ['farmer', 'merchant'] as const;
export const userTypeSchema = z.enum(userTypes, say('roleRequired'));
export type UserType = z.infer<typeof userTypeSchema>;

/** Lower-cased, because two people must not hold one mailbox. The pattern is the one Better Auth logs in by. */
const emailSchema = z
  .string(say('emailRequired'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, say('emailRequired')),
    z.maxLength(limits.email.max, say('tooLong')),
    z.regex(z.regexes.email, say('emailInvalid')),
  );

const passwordSchema = z
  .string(say('passwordRequired'))
  .check(
    z.minLength(1, say('passwordRequired')),
    z.minLength(limits.password.min, say('passwordShort')),
    z.maxLength(limits.password.max, say('tooLong')),
  );

/** What the log-in form sends. `remember` keeps the session for 30 days, else it ends with the browser. */
export const loginSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  remember: z._default(z.boolean(say('invalid')), false),
});
export type Login = z.infer<typeof loginSchema>;

/** The text fields of a registration, as multipart; the picture travels beside them as `avatar`. */
export const registerSchema = z
  .object({
    fullName: requiredText('fullNameRequired', limits.fullName.max).check(
      z.minLength(limits.fullName.min, say('fullNameShort')),
    ),
    contact: digits('contactRequired', /^[6-9]\d{9}$/, 'contactInvalid'),
    username: requiredText('usernameRequired', limits.username.max).check(
      z.minLength(limits.username.min, say('usernameShort')),
      z.regex(/^[\p{L}\p{M}\p{N}._-]+$/u, say('usernameInvalid')),
    ),
    email: emailSchema,
    adharNo: digits('aadhaarRequired', /^\d{12}$/, 'aadhaarInvalid'),
    userType: userTypeSchema,
    majorProduct: optionalText(limits.majorProduct.max),
    password: passwordSchema,
    confirmPassword: z.string(say('passwordsDiffer')),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      error: say('passwordsDiffer'),
      when: ({ value }) => hasText(value, 'password') && hasText(value, 'confirmPassword'),
    }),
  );
export type Register = z.infer<typeof registerSchema>;

function hasText(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string';
}

/** State, district, city, village, pincode; each '' until its owner fills it in. */
export const addressSchema = z.object({
  state: z.string(),
  district: z.string(),
  city: z.string(),
  village: z.string(),
  pincode: z.string(),
});

/** What everybody who is logged in may see of a person. Times are ISO 8601 in UTC; rating is 0 (none yet) to 5. */
export const profileSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  userType: userTypeSchema,
  /** URL of the picture, null where there is none. */
  avatar: z.nullable(z.string()),
  bio: z.string(),
  majorProduct: z.string(),
  isVerified: z.boolean(),
  createdAt: z.string(),
  joinedDate: z.string(),
  rating: z.number(),
  totalPosts: z.number(),
  socialStats: z.object({ rating: z.number(), totalReviews: z.number(), totalPosts: z.number() }),
  address: addressSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** What a person sees of themselves. `aadhaarNumber` is masked: `XXXX XXXX 1234`. */
export const accountSchema = z.extend(profileSchema, {
  email: z.string(),
  contact: z.string(),
  aadhaarNumber: z.string(),
});
export type Account = z.infer<typeof accountSchema>;

const session = envelope(z.object({ user: accountSchema }));

export const userEndpoints = {
  'GET /api/v1/users/current-user': { response: session },
  'POST /api/v1/users/register': { body: registerSchema, files: { avatar: 1 }, response: session },
  'POST /api/v1/users/login': { body: loginSchema, response: session },
  'POST /api/v1/users/logout': { response: envelope(z.null()) },
  'GET /api/v1/users/profile': { response: envelope(accountSchema) },
  'GET /api/v1/users/user/:username': {
    params: z.object({ username: requiredText('usernameRequired') }),
    response: envelope(profileSchema),
  },
} as const;
