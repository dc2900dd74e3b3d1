import type { Database } from '#src/platform/db/connect.ts';
import type { AccountStatusStore, NamedPerson } from './store.ts';

/** Verified, suspended, deleted: what moderation decides about an account. Functions with `trx` run in its transaction. */
export interface AccountStatusService {
  /** By username or email address, in any case. */
  findByName(name: string): Promise<NamedPerson | undefined>;
  setVerified(userId: string, isVerified: boolean): Promise<void>;
  /** Ends all sessions. A repeated suspension changes the reason only. */
  suspend(userId: string, reason: string, trx: Database): Promise<void>;
  restore(userId: string, trx: Database): Promise<void>;
  /** Locks the account and everyone with whom it follows; returns its pictures, or undefined when it is deleted. */
  lockForDeletion(userId: string, trx: Database): Promise<string[] | undefined>;
  removeFollows(userId: string, trx: Database): Promise<void>;
  /** Empties the account. Its row remains, because chats and reviews of others refer to it. */
  becomeDeleted(userId: string, trx: Database): Promise<void>;
}

export function accountStatusService(store: AccountStatusStore): AccountStatusService {
  return store;
}
