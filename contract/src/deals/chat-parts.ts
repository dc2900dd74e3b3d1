import * as z from 'zod/mini';
import { dealLineSchema } from './deals.ts';
import { offerSchema } from './offers.ts';

/** Every message has these fields. They are null in a message without an offer. */
export const messagePartSchema = z.object({
  /** The whole offer as it is now, and the version that this message is about. The text is ''. */
  offer: z.nullable(offerSchema),
  offerVersion: z.nullable(z.number()),
});

/** The last message of a conversation has these fields in the chat list. */
export const lastMessagePartSchema = z.object({ hasOffer: z.boolean() });

/** A page of a conversation has these fields. */
export const conversationPartSchema = z.object({
  /** All open offers between the two, latest first, also those whose messages are on other pages. */
  openOffers: z.array(offerSchema),
  /**
   * Changes of deals since the first message of the page, or since the message `after`, up to the next newer page.
   * The oldest comes first.
   */
  dealLines: z.array(dealLineSchema),
});

/** Counts the open offers and the deals whose next step is the viewer's. */
export const waitingSchema = z.object({ offers: z.number(), deals: z.number() });
