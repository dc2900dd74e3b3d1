import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { digits } from '../fields.ts';
import { latinDigits } from '../latin-digits.ts';
import { ownPasswordSchema } from './credentials.ts';
import { accountSchema } from './profiles.ts';

/** Converts '१२३ 456' to '123456' and 'K7M2X-9FQ4T' to 'k7m2x9fq4t'. */
function cleanCode(text: string): string {
  return latinDigits(text).replace(/[\s-]/g, '').toLowerCase();
}

/** A code is six digits of an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = digits(
  'codeRequired',
  /^(?:\d{6}|[a-z\d]{10})$/,
  'codeInvalid',
  cleanCode,
);

export const startSecondFactorSchema = z.object({ password: ownPasswordSchema });
export const confirmSecondFactorSchema = z.object({ code: secondFactorCodeSchema });
export const endSecondFactorSchema = z.object({ password: ownPasswordSchema, code: secondFactorCodeSchema });

export const secondFactorSecretSchema = z.object({
  /** The secret is in Base32. */
  secret: z.string(),
  /** An `otpauth://totp/…` address, for a QR code. */
  uri: z.string(),
  /** Each recovery code works once. No other response has them. */
  recoveryCodes: z.array(z.string()),
});
export type SecondFactorSecret = z.infer<typeof secondFactorSecretSchema>;

/** Limits the wrong codes of a user. */
export const codeTries = { name: 'second-factor-tries', points: 5, minutes: 15 };

export const secondFactorEndpoints = {
  /** Makes a secret, which is used once a code is confirmed. Until then, starting again replaces it. */
  'POST /api/v1/users/totp': {
    whenRestricted: 'open',
    body: startSecondFactorSchema,
    response: envelope(secondFactorSecretSchema),
    limits: [{ name: 'second-factor-starts', points: 20, minutes: 60, by: 'member' }],
  },
  /**
   * Switches the second factor on, and confirms it for this session. That is needed after each log-in, and every 12
   * hours for staff.
   */
  'POST /api/v1/users/totp/confirm': {
    whenRestricted: 'open',
    body: confirmSecondFactorSchema,
    response: envelope(z.object({ user: accountSchema })),
  },
  'DELETE /api/v1/users/totp': {
    whenRestricted: 'open',
    body: endSecondFactorSchema,
    response: envelope(z.null()),
  },
} as const;
