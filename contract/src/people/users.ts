import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { accountSchema } from './profiles.ts';
import { loginSchema, registerSchema } from './registration.ts';

const session = envelope(z.object({ user: accountSchema }));

export const userEndpoints = {
  'GET /api/v1/users/current-user': { response: session },
  'POST /api/v1/users/register': { body: registerSchema, files: { avatar: 1 }, response: session },
  'POST /api/v1/users/login': { body: loginSchema, response: session },
  'POST /api/v1/users/logout': { response: envelope(z.null()) },
} as const;
