/**
 * Fetches a text. @throws the signal's reason, and what `tooLarge` makes if the body has more than `longest` characters
 */
export async function fetchText(
  address: string,
  { signal, longest, tooLarge }: { signal: AbortSignal; longest: number; tooLarge: () => Error },
): Promise<{ status: number; headers: Headers; text: string }> {
  const { status, headers, body } = await fetch(address, { signal, redirect: 'error' });
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > longest) throw tooLarge();
  }
  return { status, headers, text };
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
