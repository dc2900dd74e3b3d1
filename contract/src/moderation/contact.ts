import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';

export const contactEndpoints = {
  /** Returns how to reach the people who run this server; null when they gave no address. */
  'GET /api/v1/contact': { response: envelope(z.object({ email: z.nullable(z.string()) })) },
} as const;
