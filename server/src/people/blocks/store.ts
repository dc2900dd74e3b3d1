import { isActivePerson } from '#src/people/access.ts';
import { readPeople } from '#src/people/directory/store.ts';
import { isNamed } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { PageRequest } from '#src/platform/http/paging.ts';

export function blocksStore({ db }: { db: Database }) {
  return {
    findPerson(username: string) {
      return db
        .selectFrom('users')
        .select(['users.id', isActivePerson.as('isActive')])
        .where(isNamed(username))
        .executeTakeFirst();
    },

    async addBlock(blockerId: string, blockedId: string, trx: Transaction): Promise<void> {
      await trx
        .insertInto('blocks')
        .values({ blocker_id: blockerId, blocked_id: blockedId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async removeBlock(blockerId: string, blockedId: string, trx: Transaction): Promise<void> {
      await trx
        .deleteFrom('blocks')
        .where('blocker_id', '=', blockerId)
        .where('blocked_id', '=', blockedId)
        .execute();
    },

    findPage(viewerId: string, query: PageRequest) {
      const blocked = db
        .selectFrom('blocks')
        .select(['blocked_id as id', 'created_at'])
        .where('blocker_id', '=', viewerId);
      return readPeople(db, blocked.as('list'), isActivePerson, viewerId, query);
    },
  };
}

export type BlocksStore = ReturnType<typeof blocksStore>;
