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
