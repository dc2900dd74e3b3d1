import type { QueryClient } from '@tanstack/react-query';
import type { Account, PublicProfile } from '@upaj/contract/people/profiles';
import { makeEvent } from '#lib/event.ts';

// Later domains subscribe, next to their query keys: `people` must not import them.

/** `userId` is undefined after a session that expired. */
export const sessionEnded = makeEvent<[userId: string | undefined]>();
export const profileLoaded = makeEvent<[client: QueryClient, profile: PublicProfile | Account]>();
export const followChanged = makeEvent<[client: QueryClient]>();
export const blockChanged = makeEvent<[client: QueryClient]>();
