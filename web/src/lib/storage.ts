/** In ms. Browsers need a fraction of it, but some do not respond at all to some calls. */
const patience = 4_000;

/** Resolves to undefined if the browser's storage fails, or does not respond in time. */
export async function attempt<T>(action: () => Promise<T>, limit = patience): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limit);
  });
  try {
    return await Promise.race([action(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Texts that the browser does not store, because storage is blocked or full, are in memory until the page is left. */
function openTexts(find: () => Storage) {
  const unstored = new Map<string, string | undefined>();
  return {
    read(key: string): string | undefined {
      if (unstored.has(key)) return unstored.get(key);
      try {
        return find().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },

    write(key: string, text: string | undefined): void {
      try {
        if (text === undefined) find().removeItem(key);
        else find().setItem(key, text);
        unstored.delete(key);
      } catch {
        unstored.set(key, text);
      }
    },
  };
}

export const deviceTexts = openTexts(() => localStorage);
/** The browser deletes these with the tab. */
export const tabTexts = openTexts(() => sessionStorage);
