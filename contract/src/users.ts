import * as z from 'zod/mini';
import {
  contactSchema,
  emailSchema,
  fullNameSchema,
  newPasswordFields,
  newUsernameSchema,
  passwordsAgree,
  passwordSchema,
  userTypeSchema,
} from './credentials.ts';
import { envelope } from './envelope.ts';
import { digits, optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';
import { accountSchema } from './profiles.ts';

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
    fullName: fullNameSchema,
    contact: contactSchema,
    username: newUsernameSchema,
    email: emailSchema,
    adharNo: digits('aadhaarRequired', /^\d{12}$/, 'aadhaarInvalid'),
    userType: userTypeSchema,
    majorProduct: optionalText(limits.majorProduct.max),
    ...newPasswordFields,
  })
  .check(passwordsAgree);
export type Register = z.infer<typeof registerSchema>;

const session = envelope(z.object({ user: accountSchema }));

export const userEndpoints = {
  'GET /api/v1/users/current-user': { response: session },
  'POST /api/v1/users/register': { body: registerSchema, files: { avatar: 1 }, response: session },
  'POST /api/v1/users/login': { body: loginSchema, response: session },
  'POST /api/v1/users/logout': { response: envelope(z.null()) },
} as const;
