/** The storage of the fake is full at this many bytes: a larger file ends its transaction, as in a browser. */
const room = 1_000_000;

interface Range {
  from: string;
  to: string;
}

interface FakeBrowser {
  /** A transaction ends after it, so that it can be slow or never end. */
  work?: Promise<unknown>;
  /** The database has room for so many characters of text. */
  room?: number;
  /** A transaction with a Blob never ends, as in a private window of Safari. */
  isPrivate?: boolean;
}

/** Fakes the functions of idb-keyval that tables use, with a map. */
export function fakeIdbKeyval(stored: Map<string, unknown>, browser: FakeBrowser = {}) {
  const keysIn = ({ from, to }: Range) => [...stored.keys()].filter((key) => key >= from && key <= to);

  function begin(database: string) {
    const steps: (() => unknown)[] = [];
    const transaction = { commit: () => undefined, steps };
    return {
      put(value: unknown, key: string) {
        const copy = structuredClone(value);
        steps.push(() => {
          if (browser.isPrivate && hasBlob(copy)) return new Promise(() => undefined);
          if (copy instanceof Blob && copy.size > room) throw new DOMException('', 'QuotaExceededError');
          const texts = [...stored].filter(([known]) => known !== key).map(([, other]) => other);
          if (JSON.stringify([...texts, copy]).length > (browser.room ?? Infinity))
            throw new DOMException('', 'QuotaExceededError');
          return database === 'upaj-probe' || stored.set(key, copy);
        });
        return transaction;
      },
      delete(at: string | Range) {
        steps.push(() => (typeof at === 'string' ? [at] : keysIn(at)).forEach((key) => stored.delete(key)));
      },
      clear() {
        steps.push(() => stored.clear());
      },
      get: (key: string) => stored.get(key),
      getAllKeys: keysIn,
      getAll: (range: Range) => keysIn(range).map((key) => stored.get(key)),
      transaction,
    };
  }

  return {
    createStore:
      (database: string) => async (_: string, use: (objects: ReturnType<typeof begin>) => unknown) =>
        use(begin(database)),
    async promisifyRequest(request: unknown) {
      const { steps = [] } = (request ?? {}) as { steps?: (() => unknown)[] };
      await Promise.all(steps.splice(0).map((step) => step()));
      await browser.work;
      return request;
    },
  };
}

function hasBlob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Blob || Object.values(value).some(hasBlob);
}

/** Node has no IndexedDB, so it has no ranges either. */
export const fakeKeyRange = { bound: (from: string, to: string): Range => ({ from, to }) };
