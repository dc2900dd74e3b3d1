import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumer } from '#src/notify/outbox/service.ts';
import { findPeople } from './store.ts';

/** Notifies the people whom decisions are about. */
export function notifyOfDecisions(
  notifications: Pick<NotificationsService, 'add'>,
): Consumer<'decision.made'> {
  return async (events, trx) => {
    const people = await findPeople(
      trx,
      events.map(({ data }) => data.decisionId),
    );
    await notifications.add(
      trx,
      events.flatMap(({ data, createdAt: at }) => {
        const userId = people.get(data.decisionId);
        return userId ? [{ userId, kind: 'moderation-decision' as const, data, at }] : [];
      }),
    );
  };
}
