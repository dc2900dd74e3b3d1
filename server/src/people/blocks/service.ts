import { limits } from '@upaj/contract/limits';
import type { ListedPerson } from '@upaj/contract/people/follows';
import type { FollowsService } from '#src/people/follows/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/realtime.ts';
import type { BlocksStore } from './store.ts';

export interface BlocksService {
  block(viewerId: string, username: string): Promise<void>;
  /** Idempotent. */
  unblock(viewerId: string, username: string): Promise<void>;
  findPage(viewerId: string, request: PageRequest): Promise<List<ListedPerson>>;
}

export function blocksService(
  store: BlocksStore,
  follows: FollowsService,
  realtime: Realtime,
): BlocksService {
  async function findOther(viewerId: string, username: string) {
    const person = await store.findPerson(username);
    if (!person) throw new AppError('USER_NOT_FOUND');
    if (person.id === viewerId) throw new AppError('NOT_YOURSELF');
    return person;
  }

  return {
    async block(viewerId, username) {
      const person = await findOther(viewerId, username);
      if (!person.isActivePerson) throw new AppError('USER_NOT_FOUND');
      await store.addBlock(viewerId, person.id, (trx) => follows.removeBetween(viewerId, person.id, trx));
      realtime.hidePresence(viewerId, person.id);
    },

    async unblock(viewerId, username) {
      const person = await findOther(viewerId, username);
      await store.removeBlock(viewerId, person.id);
    },

    async findPage(viewerId, { cursor, limit = limits.page.size }) {
      const place = cursor ? readListCursor(cursor) : undefined;
      const { rows, total } = await store.findPage(viewerId, limit, place);
      return listOf(rows, limit, place?.total ?? total);
    },
  };
}
