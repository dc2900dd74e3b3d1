import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { PeopleNotifications } from '@upaj/contract/people/notifications';
import {
  asSentence,
  groupData,
  isOfGroup,
  merged,
  peopleOf,
  type NotificationKinds,
  type OfNotification,
} from '#src/notify/notifications.ts';
import { canMeet } from '#src/people/access.ts';
import { textsIn } from '#src/platform/texts.ts';

function followers(eb: OfNotification) {
  return eb
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.follower_id')
    .select(['users.full_name', 'users.username', 'follows.created_at as at'])
    .whereRef('follows.followed_id', '=', 'notification.user_id')
    .where((of) => isOfGroup(eb, of.ref('follows.created_at')))
    .where(canMeet(sql.ref('notification.user_id')));
}

export const peopleNotifications: NotificationKinds<PeopleNotifications> = {
  follow: {
    isGroup: true,
    isShown: (eb) => eb.exists(followers(eb)),
    data: (eb) =>
      merged(
        groupData(eb, followers(eb)),
        eb
          .selectFrom('users')
          .select((of) => jsonBuildObject({ owner: of.ref('users.username') }).as('owner'))
          .whereRef('users.id', '=', 'notification.user_id'),
      ),
    title: ({ count }, language) => textsIn(language, 'push-and-email')('title.follow', { count }),
    sentence(group, language) {
      const people = peopleOf(group, language);
      return asSentence(textsIn(language, 'notifications')('followed', { people }), language);
    },
  },

  phone: {
    isAlwaysSent: true,
    title: (_, language) => textsIn(language, 'notifications')('phone'),
    sentence: (_, language) => textsIn(language, 'push-and-email')('secondFactor'),
  },

  'second-factor': {
    isAlwaysSent: true,
    title: (data, language) => textsIn(language, 'notifications')('secondFactor', data),
    sentence: (_, language) => textsIn(language, 'push-and-email')('secondFactor'),
  },
};
