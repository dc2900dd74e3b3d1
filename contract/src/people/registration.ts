import * as z from 'zod/mini';
import { say } from '../field-messages.ts';
import { digits, languageSchema, optionalText } from '../fields.ts';
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

/**
 * With `remember` the cookie outlives the browser. The schema is in a file of its own, so that guests load no schemas
 * of profiles.
 */
export const loginSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  remember: z._default(z.boolean(say('invalid')), false),
});
export type Login = z.infer<typeof loginSchema>;

/** The form is multipart. The photo is sent as `avatar`. */
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
