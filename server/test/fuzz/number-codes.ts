import { codeOf } from '#src/people/number-codes/service.ts';
import type { World } from './world.ts';

export interface NumberCode {
  number: string;
  code: string;
}

export const provedNumber = (world: World, userId: string | undefined): string | undefined => {
  const row = world.rows('proved_numbers').find((one) => one['user_id'] === userId);
  return row && String(row['number']);
};

/** Finds the code that an SMS for this call contained. */
export function findNumberCode(
  key: string,
  world: World,
  callerId: string | undefined,
  secretKey: string,
): NumberCode | undefined {
  if (!/(?:-code\/confirm|users\/password)$/.test(key)) return undefined;
  const userId = key.includes('/login-code/') ? null : callerId;
  const ofCaller = key.endsWith('/password') ? provedNumber(world, callerId) : undefined;
  const row = world
    .rows('number_codes')
    .findLast((one) => one['user_id'] === userId && (!ofCaller || one['number'] === ofCaller));
  return row && { number: String(row['number']), code: codeOf(String(row['id']), secretKey) };
}
