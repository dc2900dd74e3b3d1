import { appealLinks } from '#src/moderation/appeals/link.ts';
import { pick, type Draw } from './schema-values.ts';
import type { Row } from './table-rows.ts';
import type { World } from './world.ts';

export interface Link {
  email: string;
  token: string;
}

/** Finds decisions that the person whom they are about may still appeal. */
export function appealable(world: World): Row[] {
  const appealed = new Set(world.rows('cases').map((row) => row['decision_id']));
  return world
    .rows('decisions')
    .filter((row) => row['action'] !== 'dismiss' && row['undone_at'] === null && !appealed.has(row['id']));
}

/** Finds the link for this call that an email, or the refused log-in of a suspended person, contained. */
export function findLink(key: string, world: World, draw: Draw, secretKey: string): Link | undefined {
  if (!key.includes('/appeals/link')) {
    const purpose = key.includes('reset-password') ? 'reset-password' : 'verify-email';
    return world.tokens.findLast((token) => token.purpose === purpose);
  }
  const suspensions = world.rows('decisions').filter((row) => row['action'] === 'suspend');
  if (suspensions.length === 0) return undefined;
  const { id } = pick(suspensions, draw);
  return { email: '', token: appealLinks([secretKey]).create(String(id)) };
}
