/** Responses by address, as [status, envelope]: server/src/platform/http/start-page.ts writes them into the HTML. */
type StartData = Record<string, [status: number, envelope: unknown]>;

/** In ms. After this time, a screen fetches its data itself. */
const isFreshFor = 10_000;

let data: StartData = read();
setTimeout(() => (data = {}), isFreshFor);

function read(): StartData {
  try {
    return JSON.parse(document.getElementById('start')?.textContent || '{}') ?? {};
  } catch {
    return {};
  }
}

export function hasStartData(): boolean {
  return Object.keys(data).length > 0;
}

/** Returns the response that came with the HTML, once. */
export function takeStartData(url: string): { status: number; envelope: unknown } | undefined {
  const found = data[url];
  if (!found) return undefined;
  delete data[url];
  const [status, envelope] = found;
  return { status, envelope };
}
