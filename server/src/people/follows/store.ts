import { expressionBuilder } from 'kysely';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import { canMeet, canSeeProfile, idOf, isActivePerson, mayMeet, type PersonId } from '#src/people/access.ts';
import { readPeople } from '#src/people/directory/store.ts';
import { isNamed } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { statement } from '#src/platform/db/statement.ts';
import type { PageRequest } from '#src/platform/http/paging.ts';

export type FollowList = 'followers' | 'following';

const eb = expressionBuilder<DB, 'users'>();

/** Whether the viewer follows the user. It is a function of the database for the reason that `addFollow` names. */
const isFollowing = (viewerId: PersonId) => eb.fn<boolean>('is_following', [idOf(viewerId), 'users.id']);

const canFollow = (viewerId: PersonId) =>
  eb.and([mayMeet(viewerId, eb.ref('users.id')), eb.not(isFollowing(viewerId))]);

const addFollow = statement<{ viewerId: string; username: string }>()((db, { viewerId, username }) => {
  const activeViewer = db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', viewerId)
    .where(isActivePerson);
  return db
    .with('counted', (query) =>
      query
        .updateTable('users')
        .set((eb) => ({ followers_count: eb('followers_count', '+', 1) }))
        .where(isNamed(username))
        .where(canFollow(viewerId))
        .returning(['users.id', 'users.followers_count']),
    )
    .with('added', (query) =>
      query
        .insertInto('follows')
        .columns(['follower_id', 'followed_id'])
        .expression((eb) =>
          eb.selectFrom('counted').select([idOf(viewerId).as('follower_id'), 'counted.id as followed_id']),
        )
        .returning(['follower_id', 'followed_id']),
    )
    .with('event', (query) =>
      query
        .insertInto('events')
        .columns(['kind', 'data'])
        .expression((eb) =>
          eb.selectFrom('added').select((of) =>
            eventColumns('follow.added', {
              followerId: of.ref('follower_id'),
              followedId: of.ref('followed_id'),
            }),
          ),
        ),
    )
    .selectFrom('users')
    .leftJoin('counted', 'counted.id', 'users.id')
    .where(isNamed(username))
    .select(['users.id', isActivePerson.as('isActive')])
    .select((of) => [
      of.exists(activeViewer).$castTo<boolean>().as('isViewerActive'),
      of
        .or([of('counted.id', 'is not', null), mayMeet(viewerId, of.ref('users.id'))])
        .$castTo<boolean>()
        .as('mayMeet'),
      of.fn.coalesce('counted.followers_count', 'users.followers_count').as('followersCount'),
    ]);
});

export function followsStore({ db }: { db: Database }) {
  return {
    /**
     * Counts the follow, then adds it. The update waits for other changes of the person, a block included, and then
     * checks again: that is why its conditions are functions, which see what was committed meanwhile.
     */
    addFollow: (viewerId: string, username: string) => addFollow.executeTakeFirst(db, { viewerId, username }),

    /** Finds and locks the person. */
    async lockNamed(username: string, trx: Transaction): Promise<string | undefined> {
      const person = await trx
        .selectFrom('users')
        .select('users.id')
        .where(isNamed(username))
        .forNoKeyUpdate()
        .executeTakeFirst();
      return person?.id;
    },

    /** Locks both people in the order of their ids. */
    async lockBoth(oneId: string, otherId: string, trx: Transaction): Promise<void> {
      const both = trx.selectFrom('users').select('id').where('id', 'in', [oneId, otherId]);
      await both.orderBy('id').forNoKeyUpdate().execute();
    },

    /**
     * Removes the follow of a person that the caller has locked. It writes the person in any case, so that a follow
     * that waits checks again.
     */
    async removeFollow(followerId: string, personId: string, trx: Transaction): Promise<number> {
      const { numDeletedRows } = await trx
        .deleteFrom('follows')
        .where('follower_id', '=', followerId)
        .where('followed_id', '=', personId)
        .executeTakeFirst();
      const { followersCount } = await trx
        .updateTable('users')
        .set((of) => ({ followers_count: of('followers_count', '-', Number(numDeletedRows)) }))
        .where('id', '=', personId)
        .returning('followers_count as followersCount')
        .executeTakeFirstOrThrow();
      return followersCount;
    },

    async findProfileId(username: string, viewerId: string): Promise<string | undefined> {
      const person = await db
        .selectFrom('users')
        .select('users.id')
        .where(isNamed(username))
        .where(canSeeProfile(viewerId))
        .executeTakeFirst();
      return person?.id;
    },

    findPage(list: FollowList, ownerId: string, viewerId: string, query: PageRequest) {
      const [shown, owner] =
        list === 'followers'
          ? (['follower_id', 'followed_id'] as const)
          : (['followed_id', 'follower_id'] as const);
      const people = db
        .selectFrom('follows')
        .select([`${shown} as id`, 'created_at'])
        .where(owner, '=', ownerId);
      return readPeople(db, people.as('list'), canMeet(viewerId), viewerId, query);
    },
  };
}

export type FollowsStore = ReturnType<typeof followsStore>;
