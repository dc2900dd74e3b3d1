import { addMember, call, ensureAdministrator, restoreAll, type Setting } from './members.ts';
import type { Row } from './table-rows.ts';
import type { Member } from './world.ts';

/**
 * Makes so many members, numbered from `first`, with rows that the calls need, and one more member who is incomplete.
 */
export async function setTheScene(setting: Setting, first: number, count: number): Promise<void> {
  const { target, world, drawFor } = setting;
  const absorb = async () => world.apply(await target.readRows());
  for (let number = first; number < first + count; number += 1) await addMember(setting, number);
  await absorb();
  let step = 3_000_000_000 + first * 1_000;
  const next = () => drawFor((step += 1));
  const each = async (key: string, times = 1) => {
    let succeeded = 0;
    for (let attempt = 0; attempt < 10 && succeeded === 0; attempt += 1)
      for (const member of world.members)
        for (let time = 0; time < times; time += 1)
          if (await call(setting, key, member, next())) succeeded += 1;
    if (succeeded === 0) throw new Error(`${key} does not succeed`);
    await absorb();
  };
  await each('POST /api/v1/post/create-post', 2);
  await each('POST /api/v1/post/:postId/comments', 2);
  await each('POST /api/v1/alerts');
  await each('POST /api/v1/saved-searches');
  await each('POST /api/v1/wanted', 2);
  await each('POST /api/v1/offers', 3);
  await each('POST /api/v1/offers/:offerId/accept');
  // A seller cancels alone after the buyer said "paid".
  const memberOf = (deal: Row | undefined, side: string) =>
    world.members.find(({ id }) => id === deal?.[`${side}_id`]);
  const theirs = world.rows('deals').filter((row) => memberOf(row, 'buyer') && memberOf(row, 'seller'));
  // The calls that follow need a deal that goes on.
  const deal = theirs.length > 1 ? theirs[0] : undefined;
  const clientOf = (side: string) => memberOf(deal, side)?.client;
  const params = { dealId: String(deal?.['id']) };
  await clientOf('buyer')?.send('POST /api/v1/deals/:dealId/confirm', { params, body: { step: 'paid' } });
  const body = { reason: 'Sold to a neighbour' };
  await clientOf('seller')?.send('POST /api/v1/deals/:dealId/cancel', { params, body });
  await each('PUT /api/v1/users/upi');
  await each('PUT /api/v1/deals/:dealId/upi');
  await each('POST /api/v1/offers', 2);
  for (const [index, member] of world.members.entries()) {
    const neighbour = world.members[(index + 1) % world.members.length] as Member;
    const body = { text: 'Is it still for sale?' };
    for (const [{ client }, { id: userId }] of [
      [member, neighbour],
      [neighbour, member],
    ] as const)
      await client.call('POST /api/v1/messages/send/:userId', { params: { userId }, body });
  }
  await absorb();
  await each('POST /api/v1/reviews/:username');
  await each('POST /api/v1/reports', 4);
  await each('POST /api/v1/verification');
  await each('POST /api/v1/users/totp');
  const administrator = await ensureAdministrator(setting, next());
  for (let time = 0; time < 3; time += 1) {
    await call(setting, 'POST /api/v1/moderation/cases/:caseId/decisions', administrator, next());
    await absorb();
  }
  await restoreAll(setting);
  await absorb();
  const { id } = await addMember(setting, first + count);
  await target.setIncomplete(id);
  await target.setNumberOnly(id);
}
