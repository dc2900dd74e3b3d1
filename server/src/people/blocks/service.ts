import { limits } from '@upaj/contract/limits';
import type { ListedPerson } from '@upaj/contract/people/follows';
import type { FollowsService } from '#src/people/follows/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
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

interface BlocksDeps {
  db: Database;
  store: BlocksStore;
  follows: Pick<FollowsService, 'removeBetween'>;
  realtime: Pick<Realtime, 'hidePresence'>;
}

export function blocksService({ db, store, follows, realtime }: BlocksDeps): BlocksService {
  async function findOther(viewerId: string, username: string) {
    const person = await store.findPerson(username);
    if (!person) throw new AppError('USER_NOT_FOUND');
    if (person.id === viewerId) throw new AppError('NOT_YOURSELF');
    return person;
  }

  return {
    async block(viewerId, username) {
      const { id, isActive } = await findOther(viewerId, username);
      if (!isActive) throw new AppError('USER_NOT_FOUND');
      await db.transaction().execute(async (trx) => {
        await follows.removeBetween(viewerId, id, trx);
        await store.addBlock(viewerId, id, trx);
      });
      realtime.hidePresence(viewerId, id);
    },

    async unblock(viewerId, username) {
      const { id } = await findOther(viewerId, username);
      await store.removeBlock(viewerId, id);
    },

    async findPage(viewerId, query) {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const { rows, total } = await store.findPage({ viewerId, cursor, limit });
      return listOf(rows, limit, total);
    },
  };
}
