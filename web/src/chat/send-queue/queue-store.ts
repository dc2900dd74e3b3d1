import type { Message } from '@upaj/contract/chat/messages';
import type { FieldError } from '@upaj/contract/envelope';
import type { OfferAction } from '@upaj/contract/deals/offer-machine';
import type { CounterForm, Offer } from '@upaj/contract/deals/offers';
import { unsentMessages } from '#chat/messages/chat-storage.ts';
import { decodeBlob, encodeBlob, type StoredBlob } from '#lib/stored-blob.ts';

export type OfferTerms = Omit<CounterForm, 'version'>;

/** A new offer, or a response to the version that the user saw. */
export type OutgoingOffer =
  /** With `wantedId`, a seller makes the offer to the author of that wanted post. */
  | { action: 'offer'; postId: string; wantedId?: string; goods: Offer['goods']; terms: OfferTerms }
  | { action: 'counter'; offerId: string; version: number; goods: Offer['goods']; terms: OfferTerms }
  | { action: 'accept'; offerId: string; version: number; acceptsShortage?: boolean }
  | { action: Exclude<OfferAction, 'counter' | 'accept'>; offerId: string; version: number };

export interface Outgoing {
  clientId: string;
  receiverId: string;
  text: string;
  photos: readonly Blob[];
  post: Message['post'];
  /** Absent in messages that an earlier version of the app stored. */
  wanted?: Message['wanted'];
  /** Messages that carry an offer have no text. */
  offer?: OutgoingOffer;
  createdAt: string;
  failure?: Failure;
}

/** Why the server refused an item. `offer` is the offer as it is now, `left` the quantity left of its post. */
export interface Failure {
  code: string;
  message: string;
  /** Names the photo that was refused. */
  error?: FieldError | undefined;
  offer?: Offer | undefined;
  left?: string | undefined;
}

/** Unsent messages, in IndexedDB. All tabs share them; they survive restarts and expired sessions, but not a log-out. */
export interface QueueStore {
  readAll: () => Promise<Outgoing[]>;
  read: (clientId: string) => Promise<Outgoing | undefined>;
  write: (item: Outgoing) => Promise<void>;
  drop: (clientId: string) => Promise<void>;
}

type Stored = Omit<Outgoing, 'photos'> & { photos: readonly StoredBlob[] };

async function encode(item: Outgoing): Promise<Stored> {
  return { ...item, photos: await Promise.all(item.photos.map(encodeBlob)) };
}

function decode(item: Stored): Outgoing {
  return { ...item, photos: item.photos.map(decodeBlob) };
}

export function openQueueStore(userId: string): QueueStore {
  const keyOf = (clientId: string) => `${userId}/${clientId}`;
  return {
    async readAll() {
      const items = await unsentMessages.readAll<Stored>(keyOf(''));
      return items.map(decode).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    },
    async read(clientId) {
      const [item] = await unsentMessages.read<Stored>([keyOf(clientId)]);
      return item && decode(item);
    },
    write: (item) => unsentMessages.write(keyOf(item.clientId), item, encode),
    drop: (clientId) => unsentMessages.drop([keyOf(clientId)]),
  };
}
