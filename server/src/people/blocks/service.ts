import type { FollowsService } from '#src/people/follows/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { BlocksStore } from './store.ts';

interface BlocksDeps {
  db: Database;
  store: BlocksStore;
  follows: Pick<FollowsService, 'removeBetween'>;
  realtime: Pick<Realtime, 'hidePresence'>;
}

/** A step that a later domain registers. It writes in the transaction that adds or removes a block. */
type BlockStep = (userId: string, otherId: string, trx: Transaction) => Promise<void>;

/** Blocking and unblocking are idempotent. */
export function blocksService({ db, store, follows, realtime }: BlocksDeps) {
  const steps: BlockStep[] = [];

  async function runSteps(userId: string, otherId: string, trx: Transaction): Promise<void> {
    for (const step of steps) await step(userId, otherId, trx);
  }

  async function findOther(viewerId: string, username: string) {
    const person = await store.findPerson(username);
    if (!person) throw new AppError('USER_NOT_FOUND');
    if (person.id === viewerId) throw new AppError('NOT_YOURSELF');
    return person;
  }

  return {
    addStep: (step: BlockStep): void => void steps.push(step),

    async block(viewerId: string, username: string): Promise<void> {
      const { id, isActive } = await findOther(viewerId, username);
      if (!isActive) throw new AppError('USER_NOT_FOUND');
      const written = db.transaction().execute(async (trx) => {
        await follows.removeBetween(viewerId, id, trx);
        await store.addBlock(viewerId, id, trx);
        await runSteps(viewerId, id, trx);
        return true;
      });
      if (!(await unlessOrphaned(written))) throw new AppError('USER_NOT_FOUND');
      realtime.hidePresence(viewerId, id);
    },

    async unblock(viewerId: string, username: string): Promise<void> {
      const { id } = await findOther(viewerId, username);
      await db.transaction().execute(async (trx) => {
        await store.removeBlock(viewerId, id, trx);
        await runSteps(viewerId, id, trx);
      });
    },

    findPage: store.findPage,
  };
}

export type BlocksService = ReturnType<typeof blocksService>;
