import { say } from '@upaj/contract/field-messages';
import { registerSchema } from '@upaj/contract/people/registration';
import * as z from 'zod/mini';

/** What is sent, and the consent that only the form asks for. */
export const registerFormSchema = z.extend(registerSchema, {
  agreeToTerms: z.literal(true, say('termsRequired')),
});

export type RegisterInput = z.input<typeof registerFormSchema>;
export type RegisterOutput = z.output<typeof registerFormSchema>;
