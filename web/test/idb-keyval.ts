/** The storage of the fake is full at this many bytes: a larger file ends its transaction, as in a browser. */
const room = 1_000_000;

/** Fakes the functions of idb-keyval that the drafts use, with a map. */
export function fakeIdbKeyval(stored: Map<string, unknown>) {
  let puts: [key: string, value: unknown][] = [];
  const store = {
    put: (value: unknown, key: string) => puts.push([key, structuredClone(value)]),
    transaction: { commit: () => undefined },
  };
  return {
    createStore: () => async (_: string, use: (of: typeof store) => unknown) => use(store),
    promisifyRequest: async () => {
      const entries = puts;
      puts = [];
      if (entries.some(([, value]) => value instanceof Blob && value.size > room))
        throw new DOMException('', 'QuotaExceededError');
      for (const [key, value] of entries) stored.set(key, value);
    },
    get: async (key: string) => stored.get(key),
    getMany: async (keys: string[]) => keys.map((key) => stored.get(key)),
    delMany: async (keys: string[]) => keys.forEach((key) => stored.delete(key)),
    clear: async () => stored.clear(),
  };
}
