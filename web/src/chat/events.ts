import type { QueryClient } from '@tanstack/react-query';
import type { Offer } from '@upaj/contract/deals/offers';
import { makeEvent } from '#lib/event.ts';

// Deals subscribe: chat must not import them.

/** An offer came with a message, or as the response to one. */
export const offerChanged = makeEvent<[client: QueryClient, offer: Offer]>();
