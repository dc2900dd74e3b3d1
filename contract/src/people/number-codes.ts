import * as z from 'zod/mini';
import { say } from '../field-messages.ts';
import { digits, languageSchema } from '../fields.ts';
import { latinDigits } from '../latin-digits.ts';
import {
  contactSchema,
  emailSchema,
  newPasswordFields,
  ownPasswordSchema,
  passwordsMatch,
} from './credentials.ts';

/** Each code has so many tries. */
export const triesOfCode = 5;

export const numberCodeSchema = digits('smsCodeRequired', /^\d{6}$/, 'smsCodeInvalid', (text) =>
  latinDigits(text).replace(/[\s-]/g, ''),
);

/** `language` is that of the message, for a number without an account. */
export const askForCodeSchema = z.object({ contact: contactSchema, language: z.optional(languageSchema) });
export type AskForCode = z.infer<typeof askForCodeSchema>;

/** With `remember` the cookie outlives the browser. */
export const logInByCodeSchema = z.object({
  contact: contactSchema,
  code: numberCodeSchema,
  remember: z._default(z.boolean(say('invalid')), true),
  /** The account's password. It opens an account that was not used for long, see NUMBER_UNUSED. */
  password: ownPasswordSchema,
  /** Leaves such an account, which keeps its other ways to log in, and opens a new one. */
  isNewOwner: z._default(z.boolean(say('invalid')), false),
});
export type LogInByCode = z.infer<typeof logInByCodeSchema>;

/** `password` is needed when the account has one. */
export const proveNumberSchema = z.object({
  contact: contactSchema,
  code: numberCodeSchema,
  password: ownPasswordSchema,
});
export type ProveNumber = z.infer<typeof proveNumberSchema>;

export const passwordByCodeSchema = z
  .object({ code: numberCodeSchema, ...newPasswordFields })
  .check(passwordsMatch);
export type PasswordByCode = z.infer<typeof passwordByCodeSchema>;

export const addEmailSchema = z.object({ email: emailSchema, password: ownPasswordSchema });
export type AddEmail = z.infer<typeof addEmailSchema>;

export const addAadhaarSchema = z.object({
  adharNo: digits('aadhaarRequired', /^\d{12}$/, 'aadhaarInvalid'),
  password: ownPasswordSchema,
});
export type AddAadhaar = z.infer<typeof addAadhaarSchema>;
