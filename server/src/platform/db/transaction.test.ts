import { expectTypeOf, test } from 'vitest';
import type { Database, Transaction } from './connection.ts';

// This test is for `npm run typecheck`, which fails when the line below `@ts-expect-error` compiles.
test('a connection does not compile where a transaction is expected', () => {
  const writeIn = (trx: Transaction) => trx;
  expectTypeOf(writeIn).toBeCallableWith({} as Transaction);
  // @ts-expect-error -- a connection is not a transaction
  expectTypeOf(writeIn).toBeCallableWith({} as Database);
});
