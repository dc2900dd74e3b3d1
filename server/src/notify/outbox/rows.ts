import { sql, type Expression, type Selectable } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { DealData, OfferData, UpiData } from '@upaj/contract/deals/notifications';
import type { PriceAlertData } from '@upaj/contract/mandi/notifications';
import type { ModerationDecisionData } from '@upaj/contract/moderation/notifications';
import type { SecondFactorData } from '@upaj/contract/people/notifications';
import type { Transaction } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';

/** What happened that other features care about. An event has ids; its consumers read how things are now. */
export interface Events {
  'notifications.added': { ids: string[] };
  'like.added': { postId: string; userId: string };
  'like.removed': { postId: string; userId: string };
  'comment.added': { commentId: string };
  'post.created': { postId: string };
  'post.edited': { postId: string };
  /** `address` is a keyed hash, `others` are the accounts that this browser used before. */
  'account.registered': { userId: string; address: string; others: string[] };
  /** A saved search has new posts to notify of. */
  'saved-search.due': { searchId: string };
  'wanted.created': { wantedId: string };
  /** An hour has passed since the last notification of this topic. `ids` came in between. */
  'wanted-notification.due': WantedTopic & { ids: string[] };
  'follow.added': { followerId: string; followedId: string };
  /** The user is notified. A change is also a message, except when the other side leaves or the offer expires soon. */
  'offer.changed': {
    offerId: string;
    event: OfferData['event'];
    userId: string;
    messageId: string | null;
    at: string;
  };
  /** A first review, not a changed one. */
  'review.added': { reviewId: string; at: string };
  /** The prices as they were when the alert of the user was evaluated. */
  'alert.reached': { userId: string } & PriceAlertData;
  /** `side` is notified. 'due' reminds it of its own confirmation, 'pickup' of the goods. */
  'deal.changed': { dealId: string; event: DealData['event']; side: Side; at: string };
  /** The user whose UPI ID changed is notified. */
  'upi.changed': { userId: string; at: string } & UpiData;
  /** The user whose second factor was switched on or off, or whose recovery code was used, is notified. */
  'second-factor.changed': { userId: string; at: string } & SecondFactorData;
  /** The person whom the decision of a moderator is about is notified. */
  'decision.made': { decisionId: string; event: ModerationDecisionData['event'] };
}

/** Wanted posts for a farmer, or posts for a merchant's wanted post. */
export interface WantedTopic {
  userId: string;
  /** Null for a farmer. */
  wantedId: string | null;
}

export type EventKind = keyof Events;

export interface EventOf<Kind extends EventKind> extends Pick<Selectable<DB['events']>, 'id' | 'tries'> {
  kind: Kind;
  data: Events[Kind];
  createdAt: Date;
}

type Data<Kind extends EventKind> = {
  [Field in keyof Events[Kind]]: Expression<Events[Kind][Field]>;
};

/** The columns `kind` and `data` of an event, for a statement that inserts into `events` from a query. */
export function eventColumns<Kind extends EventKind>(kind: Kind, data: Data<Kind>) {
  return [
    sql.lit<string>(kind).as('kind'),
    sql<string>`${jsonBuildObject(data as Record<string, Expression<unknown>>)}`.as('data'),
  ] as const;
}

/** A row of `events` that is due at once, for a statement that writes other tables too. */
export function eventRow<Kind extends EventKind>(kind: Kind, data: Events[Kind]) {
  return { kind, data: JSON.stringify(data) };
}

/** Adds an event in the transaction of what happened. Call `nudge` of the outbox after the commit. */
export async function addEvent<Kind extends EventKind>(
  trx: Transaction,
  kind: Kind,
  data: Events[Kind],
): Promise<void> {
  await addEvents(trx, kind, [{ data }]);
}

/** Events are delivered at once, or when they are due. */
export async function addEvents<Kind extends EventKind>(
  trx: Transaction,
  kind: Kind,
  events: readonly { data: Events[Kind]; dueAt?: Date | undefined }[],
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('events')
    .values(
      events.map(({ data, dueAt }) => ({
        ...eventRow(kind, data),
        due_at: dueAt ?? new Date(0),
      })),
    )
    .execute();
}
