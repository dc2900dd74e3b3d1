import * as z from 'zod/mini';
import { say } from '../field-messages.ts';
import { digits, optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import {
  contactSchema,
  emailSchema,
  fullNameSchema,
  newPasswordFields,
  newUsernameSchema,
  passwordsMatch,
  passwordSchema,
  userTypeSchema,
} from './credentials.ts';
import { languageSchema } from './language.ts';

/**
 * With `remember` the cookie outlives the browser. Apart from the endpoints, so that guests load no profile
 * schemas.
 */
export const loginSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  remember: z._default(z.boolean(say('invalid')), false),
});
export type Login = z.infer<typeof loginSchema>;

/** Multipart; the photo is sent as `avatar`. */
export const registerSchema = z
  .object({
    fullName: fullNameSchema,
    contact: contactSchema,
    username: newUsernameSchema,
    email: emailSchema,
    adharNo: digits('aadhaarRequired', /^\d{12}$/, 'aadhaarInvalid'),
    userType: userTypeSchema,
    majorProduct: optionalText(limits.majorProduct.max),
    language: z.optional(languageSchema),
    ...newPasswordFields,
  })
  .check(passwordsMatch);
export type Register = z.infer<typeof registerSchema>;

/** People send it after a first log-in with Google or Facebook, before anything else works. */
export const completeAccountSchema = z.object({
  fullName: fullNameSchema,
  contact: contactSchema,
  username: newUsernameSchema,
  userType: userTypeSchema,
  majorProduct: optionalText(limits.majorProduct.max),
});
export type CompleteAccount = z.infer<typeof completeAccountSchema>;
