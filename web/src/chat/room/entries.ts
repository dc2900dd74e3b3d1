import type { Message } from '@upaj/contract/chat/messages';
import type { DealLine } from '@upaj/contract/deals/deals';
import { statusAt } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import type { Outgoing } from '#chat/send-queue/queue-store.ts';
import { dayOf } from '#chat/messages/times.ts';

/** A row of the conversation: exactly one of the last four is set. */
export interface Entry {
  key: string;
  createdAt: string;
  message?: Message;
  outgoing?: Outgoing;
  line?: DealLine;
  /** Messages of an offer that newer ones have replaced. One line shows them all. */
  folded?: readonly Message[];
}

export interface Day {
  day: string;
  at: string;
  entries: Entry[];
}

/** Returns the stored messages with the deals' lines between them, then those that are not stored yet. */
export function toEntries(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  viewerId: string,
  dealLines: readonly DealLine[] = [],
): Entry[] {
  const keyOf = (senderId: string, clientId: string) => `${senderId}/${clientId}`;
  const stored = messages.map((message): Entry => ({
    key: keyOf(message.senderId, message.clientId),
    createdAt: message.createdAt,
    message,
  }));
  const known = new Set(stored.map(({ key }) => key));
  const offers = new Map(messages.flatMap(({ offer }) => (offer ? [[offer._id, offer] as const] : [])));
  const unsent = outgoing
    .map((item): Entry => ({
      key: keyOf(viewerId, item.clientId),
      createdAt: item.createdAt,
      outgoing: item,
    }))
    .filter(({ key, outgoing }) => !known.has(key) && !(outgoing && isApplied(outgoing, offers)));
  const lines = dealLines.map((line): Entry => ({
    key: `${line.dealId}/${line.number}`,
    createdAt: line.createdAt,
    line,
  }));
  const inOrder = stored.flatMap((entry) => {
    const later = lines.findIndex(({ createdAt }) => createdAt >= entry.createdAt);
    return [...lines.splice(0, later < 0 ? lines.length : later), entry];
  });
  return [...inOrder, ...lines, ...unsent];
}

/**
 * Whether the server has the offer or response already. The client id cannot say so, as the message of an offer has
 * another one. A post has at most one open offer of a buyer.
 */
function isApplied({ offer, failure }: Outgoing, offers: ReadonlyMap<string, Offer>): boolean {
  if (!offer || failure) return false;
  if (offer.action !== 'offer') return (offers.get(offer.offerId)?.version ?? 0) > offer.version;
  return [...offers.values()].some(({ postId, status, rounds }) => {
    const validUntil = rounds.at(-1)?.validUntil ?? 0;
    return postId === offer.postId && statusAt(status, validUntil, Date.now()) === 'open';
  });
}

export function groupByDay(entries: readonly Entry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.createdAt);
    const last = days.at(-1);
    // The phone's clock may be slow: unsent messages come last all the same.
    if (last && (last.day === day || (entry.outgoing && entry.createdAt < last.at))) last.entries.push(entry);
    else days.push({ day, at: entry.createdAt, entries: [entry] });
  }
  return days;
}
