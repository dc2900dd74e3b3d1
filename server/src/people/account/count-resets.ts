import type { FastifyRequest } from 'fastify';
import { resetLimits } from '@upaj/contract/people/account';
import { addressKey, type MakeRateLimit } from '#src/platform/http/rate-limit.ts';

interface CountResetsDeps {
  rateLimit: MakeRateLimit;
  /** Returns the id of the browser if it has logged in to the account of the email address. */
  findDevice(request: FastifyRequest, email: string): Promise<string | undefined>;
}

/**
 * Counts the links to a new password. The browser is only looked for beyond the limits of strangers, so that the time
 * of other responses does not show whether there is an account.
 */
export function countResets({ rateLimit, findDevice }: CountResetsDeps) {
  const ofPair = rateLimit(resetLimits.ofPair);
  const ofAccount = rateLimit(resetLimits.ofAccount);
  const ofDevice = rateLimit(resetLimits.ofDevice);
  return async (email: string, request: FastifyRequest): Promise<void> => {
    try {
      await ofPair.take(`${email} ${addressKey(request.ip)}`);
      await ofAccount.take(email);
    } catch (error) {
      const device = await findDevice(request, email);
      if (!device) throw error;
      await ofDevice.take(device);
    }
  };
}

export type CountReset = ReturnType<typeof countResets>;
