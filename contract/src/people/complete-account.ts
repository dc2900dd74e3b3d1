import * as z from 'zod/mini';
import { addressFields, districtIsOfState } from '../addresses.ts';
import { languageSchema, optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { contactSchema, fullNameSchema, newUsernameSchema, userTypeSchema } from './credentials.ts';

/**
 * People complete their account after the first log-in with Google, Facebook or a mobile number. Until then they can do
 * nothing else.
 */
export const completeAccountSchema = z.object({
  fullName: fullNameSchema,
  /** Left out by an account that was opened with its mobile number. */
  contact: z.optional(contactSchema),
  /** The server makes one of the name when it is left out. */
  username: z.optional(newUsernameSchema),
  userType: userTypeSchema,
  majorProduct: optionalText(limits.majorProduct.max),
  place: z.optional(
    z.object({ state: addressFields.state, district: addressFields.district }).check(districtIsOfState),
  ),
  language: z.optional(languageSchema),
});
export type CompleteAccount = z.infer<typeof completeAccountSchema>;
