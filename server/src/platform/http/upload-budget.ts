import { AppError } from './errors.ts';

const MB = 1024 * 1024;

/** The largest form has 102 MB. A separate budget for strangers protects members. */
const budgets = {
  member: { each: 128 * MB, total: 512 * MB },
  stranger: { each: 32 * MB, total: 128 * MB },
};
const retryAfterSeconds = 60;

export interface ReservedBytes {
  take(bytes: number): void;
  release(): void;
}

export interface Uploader {
  kind: keyof typeof budgets;
  key: string;
}

export function uploadBudget() {
  const reserved = new Map<string, number>();
  const totals = { member: 0, stranger: 0 };
  let expected = 0;

  return {
    get expected(): number {
      return expected;
    },

    open({ kind, key }: Uploader, declared: number): ReservedBytes {
      const { each, total } = budgets[kind];
      const id = `${kind} ${key}`;
      let own = 0;
      let isOpen = true;
      expected += declared;
      return {
        take(bytes) {
          const ofKey = (reserved.get(id) ?? 0) + bytes;
          if (ofKey > each) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
          if (totals[kind] + bytes > total) throw new AppError('TOO_BUSY', { retryAfterSeconds });
          own += bytes;
          totals[kind] += bytes;
          reserved.set(id, ofKey);
        },
        release() {
          if (!isOpen) return;
          isOpen = false;
          const left = (reserved.get(id) ?? 0) - own;
          if (left > 0) reserved.set(id, left);
          else reserved.delete(id);
          totals[kind] -= own;
          expected -= declared;
        },
      };
    },
  };
}

export type UploadBudget = ReturnType<typeof uploadBudget>;
