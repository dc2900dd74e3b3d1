import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { fetchText, parseJson } from '#src/mandi/sources/fetch-text.ts';
import { ProviderError } from '#src/mandi/sources/service.ts';

/** The kind of a failure. Only after 'passing' may a retry succeed. */
type RefusalKind = 'key' | 'pause' | 'passing' | 'answer';

/** The message contains neither the URL nor the key. */
export class Refusal extends ProviderError {
  override name = 'Refusal';
  readonly kind: RefusalKind;
  readonly pause: number;

  constructor(kind: RefusalKind, message: string, pause = 0) {
    super(message);
    this.kind = kind;
    this.pause = pause;
  }
}

export interface RetryOptions {
  timeLimit: number;
  tries: number;
  backoff: number;
  longestPause: number;
}

const usual: RetryOptions = { timeLimit: 30_000, tries: 4, backoff: 2_000, longestPause: 120_000 };
const longestResponse = 8_000_000;

/** Requests a page of records. @throws Refusal, and the signal's reason */
export async function requestDataGovIn<T extends z.ZodMiniType>(
  address: string,
  key: string,
  schema: T,
  signal: AbortSignal,
  retryOptions: Partial<RetryOptions>,
): Promise<z.infer<T>> {
  const { timeLimit, tries, backoff, longestPause } = { ...usual, ...retryOptions };
  for (let tried = 1; ; tried += 1) {
    try {
      const response = await fetchText(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
        longest: longestResponse,
        tooLarge: () => new Refusal('answer', 'the response is too large'),
      });
      return parseResponse(response, key, schema);
    } catch (error) {
      signal.throwIfAborted();
      const refusal = error instanceof Refusal ? error : explain(error);
      if (refusal.kind !== 'passing' || tried === tries) throw refusal;
      if (refusal.pause > longestPause) throw new Refusal('pause', refusal.message);
      const atMost = backoff * 2 ** (tried - 1);
      await wait(Math.max(refusal.pause, atMost * (0.5 + Math.random() / 2)), undefined, { signal });
    }
  }
}

const refusalSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

function parseResponse<T extends z.ZodMiniType>(
  { status, headers, text }: Awaited<ReturnType<typeof fetchText>>,
  key: string,
  schema: T,
) {
  const body = parseJson(text);
  const refused = z.safeParse(refusalSchema, body);
  if (status === 200 && !refused.success) {
    const read = z.safeParse(schema, body);
    if (read.success) return read.data;
    throw new Refusal('passing', body === undefined ? 'the response is not JSON' : describeIssue(read.error));
  }
  const { error } = refused.success ? refused.data : { error: '' };
  const providerMessage = (typeof error === 'string' ? error : error.message)
    .replaceAll(key, '…')
    .slice(0, 100);
  const reason = `request refused (${status})${providerMessage && `: ${providerMessage}`}`;
  const isAboutKey = /\bkey\b|authori[sz]/i.test(providerMessage);
  if ([400, 401, 403].includes(status) || (status === 200 && isAboutKey))
    throw new Refusal('key', `data.gov.in does not accept this key: ${reason}. Check DATA_GOV_IN_KEY`);
  if (status === 200 || status === 429 || status >= 500)
    throw new Refusal('passing', reason, readPause(headers.get('retry-after')));
  throw new Refusal('answer', reason);
}

function describeIssue({ issues }: z.core.$ZodError): string {
  return issues.find(({ code }) => code === 'custom')?.message ?? 'unexpected response';
}

function explain(error: unknown): Refusal {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return new Refusal('passing', 'timed out');
  return new Refusal('passing', `cannot be reached${cause?.code ? ` (${cause.code})` : ''}`);
}

function readPause(value: string | null): number {
  if (!value) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
