import type { QueryClient } from '@tanstack/react-query';
import type { Offer } from '@upaj/contract/deals/offers';
import { makeEvent } from '#lib/event.ts';

// Domains above `chat` subscribe to this event, because `chat` must not import them.

/** Published when a message or a response has brought an offer. */
export const offerChanged = makeEvent<[client: QueryClient, offer: Offer]>();
