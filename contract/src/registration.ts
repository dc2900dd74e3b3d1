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
import { digits, optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';

// Apart from the endpoints, whose answers bring the schemas of whole profiles: a guest's screens load these alone.

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

/** What a first log-in by Google or Facebook leaves open; nothing else works before it is given. */
export const completeAccountSchema = z.object({
  fullName: fullNameSchema,
  contact: contactSchema,
  username: newUsernameSchema,
  userType: userTypeSchema,
  majorProduct: optionalText(limits.majorProduct.max),
});
export type CompleteAccount = z.infer<typeof completeAccountSchema>;
