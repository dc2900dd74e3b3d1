import * as z from 'zod/mini';
import { groupFields, type DataOf, type TargetsOf } from '../notify/notifications.ts';

export const peopleNotifications = () => ({
  /** New followers since the previous notification was read. `owner` is the username of the followed user. */
  follow: z.object({ owner: z.string(), ...groupFields }),
  /** 'recovery' means that a recovery code was used. */
  phone: z.object({}),
  'second-factor': z.object({ change: z.enum(['on', 'off', 'recovery']) }),
});

export type PeopleNotifications = DataOf<ReturnType<typeof peopleNotifications>>;
export type SecondFactorData = PeopleNotifications['second-factor'];

export const peopleTargets = {
  follow: ({ count, username, owner }) =>
    count === 1 && username
      ? { to: '/user/$username', params: { username } }
      : { to: '/user/$username/followers', params: { username: owner } },
  phone: () => ({ to: '/Profile' }),
  'second-factor': () => ({ to: '/settings', hash: 'second-factor' }),
} satisfies TargetsOf<ReturnType<typeof peopleNotifications>>;
