import { readChat, storeChat } from '#chat/messages/chat-storage.ts';
import type { TermsValues } from './terms-values.ts';

/** Stores what was typed in this tab and not sent. The keys are ids of posts, or offers with their versions. */
type Drafts = Record<string, TermsValues>;

function readAll(userId: string): Drafts {
  return readChat<Drafts>('offer_drafts', userId) ?? {};
}

export function readDraft(userId: string, key: string): TermsValues | undefined {
  return readAll(userId)[key];
}

export function storeDraft(userId: string, key: string, values: TermsValues | undefined): void {
  const { [key]: _, ...others } = readAll(userId);
  storeChat('offer_drafts', userId, values ? { ...others, [key]: values } : others);
}
