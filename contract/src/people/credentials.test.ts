import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { emailSchema } from './credentials.ts';

test.each([
  ['sunita@example.com', true],
  [' Sunita.Devi+upaj@mail.example.co.in ', true],
  ['sunita@xn--11b4c3d.com', true],
  ['sunita@xn--11b4c3d.xn--h2brj9c', true],
  ['sunita@mandi.xn--XKC2DL3A5EE0H', true],
  ['sunita@example', false],
  ['sunita@example.c', false],
  ['sunita@example.c0m', false],
  ['sunita@example.xn--', false],
  ['sunita@example.xn--h2brj9c-', false],
  ['sunita@xn--11b4c3d..xn--h2brj9c', false],
  ['sunita@-example.com', false],
  ['.sunita@example.com', false],
  ['sunita..devi@example.com', false],
  ['sunita.@example.com', false],
  ['sunita@@example.com', false],
  ['sunita example@example.com', false],
])('%s is an email: %s', (email, isEmail) => {
  expect(z.safeParse(emailSchema, email).success).toBe(isEmail);
});
