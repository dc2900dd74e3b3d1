import type { QueryClient } from '@tanstack/react-query';
import type { Account, PublicProfile } from '@upaj/contract/people/profiles';
import { makeEvent } from '#lib/event.ts';

// Domains above `people` subscribe to these events beside their query keys, because `people` must not import them.

/** `userId` is undefined when the session expired without a log-out. */
export const sessionEnded = makeEvent<[userId: string | undefined]>();
export const accountDeleted = makeEvent<[userId: string]>();
export const profileLoaded = makeEvent<[client: QueryClient, profile: PublicProfile | Account]>();
export const followChanged = makeEvent<[client: QueryClient]>();
export const blockChanged = makeEvent<[client: QueryClient]>();
