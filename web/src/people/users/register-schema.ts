import { say } from '@upaj/contract/field-messages';
import { registerSchema } from '@upaj/contract/people/registration';
import * as z from 'zod/mini';

export const registerFormSchema = z.extend(registerSchema, {
  agreeToTerms: z.literal(true, say('termsRequired')),
});
export type RegisterOutput = z.output<typeof registerFormSchema>;
