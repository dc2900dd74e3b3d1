import type { Register } from '@upaj/contract/people/registration';
import { tabTexts } from '#lib/storage.ts';

// The draft survives a reload on a bad connection. It has no passwords and no Aadhaar number, and lasts for an hour
// in this tab, because phones are shared.

const key = 'upaj-register-draft';
const lifetime = 60 * 60 * 1000;
const storedFields = ['fullName', 'contact', 'username', 'email', 'userType', 'majorProduct'] as const;

export type Draft = Partial<Pick<Register, (typeof storedFields)[number]>>;

export function storeDraft(values: Partial<Record<(typeof storedFields)[number], string>>): void {
  const draft = Object.fromEntries(
    storedFields.flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  );
  tabTexts.write(key, JSON.stringify({ savedAt: Date.now(), draft }));
}

export function readDraft(): Draft {
  try {
    const { savedAt, draft } = JSON.parse(tabTexts.read(key) ?? '') as { savedAt: number; draft: Draft };
    return Date.now() - savedAt < lifetime ? draft : {};
  } catch {
    return {};
  }
}

export function deleteDraft(): void {
  tabTexts.write(key, undefined);
}
