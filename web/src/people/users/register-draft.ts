import type { Register } from '@upaj/contract/people/registration';

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
  attempt(() => sessionStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), draft })));
}

export function readDraft(): Draft {
  return (
    attempt(() => {
      const { savedAt, draft } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as {
        savedAt?: number;
        draft?: Draft;
      };
      return savedAt && Date.now() - savedAt < lifetime ? draft : undefined;
    }) ?? {}
  );
}

export function deleteDraft(): void {
  attempt(() => sessionStorage.removeItem(key));
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
