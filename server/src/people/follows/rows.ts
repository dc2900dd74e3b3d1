import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import {
  groupData,
  isOfGroup,
  merged,
  type NotificationKinds,
  type OfNotification,
} from '#src/notify/notifications/rows.ts';
import { canMeet } from '#src/people/access.ts';

function followers(eb: OfNotification) {
  return eb
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.follower_id')
    .select(['users.full_name', 'users.username', 'follows.created_at as at'])
    .whereRef('follows.followed_id', '=', 'notification.user_id')
    .where((of) => isOfGroup(eb, of.ref('follows.created_at')))
    .where(canMeet(sql.ref('notification.user_id')));
}

export const peopleNotifications: NotificationKinds = {
  follow: {
    isShown: (eb) => eb.exists(followers(eb)),
    data: (eb) =>
      merged(
        groupData(eb, followers(eb)),
        eb
          .selectFrom('users')
          .select((of) => jsonBuildObject({ owner: of.ref('users.username') }).as('owner'))
          .whereRef('users.id', '=', 'notification.user_id'),
      ),
  },
};
