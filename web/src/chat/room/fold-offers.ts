import type { Message } from '@upaj/contract/chat/messages';
import { statusAt } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import type { Entry } from './entries.ts';

/** Whether the message brought a round. The other messages of an offer say how it ended. */
function isRound({ offer, offerVersion }: Message): boolean {
  return offer?.rounds.some(({ version }) => version === offerVersion) ?? false;
}

/** Whether a message is in a bubble: the end of an offer is a line instead. */
export function isInBubble(message: Message): boolean {
  return message.offer === null || isRound(message);
}

export interface OffersInRoom {
  /** Whether the offer's card is at this message, the one of the last round. */
  hasCard: (message: Message) => boolean;
  /** Whether another message says how the offer ended. */
  hasEnd: (message: Message) => boolean;
  /** Whether a newer round came after the message, or its offer ended without a deal. */
  isFolded: (message: Message) => boolean;
}

export function viewOffers(messages: readonly Message[], now: number): OffersInRoom {
  const cards = new Map<string, Message>();
  const ended = new Set<string>();
  let newestId: string | undefined;
  for (const message of messages) {
    if (!message.offer) continue;
    newestId = message.offer._id;
    if (isRound(message)) cards.set(newestId, message);
    else ended.add(newestId);
  }
  const hasCard = (message: Message) =>
    message.offer !== null && cards.get(message.offer._id)?._id === message._id;
  return {
    hasCard,
    hasEnd: ({ offer }) => offer !== null && ended.has(offer._id),
    isFolded: (message) =>
      message.offer !== null &&
      (hasEndedWithoutDeal(message.offer, message.offer._id === newestId ? undefined : now) ||
        (isRound(message) && !hasCard(message))),
  };
}

/** Without `now`, the server's status counts. So it does for the newest offer, as the phone's clock may be wrong. */
function hasEndedWithoutDeal({ status, rounds }: Offer, now: number | undefined): boolean {
  const validUntil = rounds.at(-1)?.validUntil ?? 0;
  return !['open', 'accepted'].includes(now === undefined ? status : statusAt(status, validUntil, now));
}

/** Joins neighbouring messages of one offer that are folded. */
export function foldOffers(entries: readonly Entry[], isFolded: OffersInRoom['isFolded']): Entry[] {
  const shown: Entry[] = [];
  for (const entry of entries) {
    const { message } = entry;
    const before = shown.at(-1);
    if (!message || !isFolded(message)) shown.push(entry);
    else if (before?.folded && before.folded[0]?.offer?._id === message.offer?._id)
      shown[shown.length - 1] = { ...before, folded: [...before.folded, message] };
    else shown.push({ key: `folded/${entry.key}`, createdAt: entry.createdAt, folded: [message] });
  }
  return shown;
}
