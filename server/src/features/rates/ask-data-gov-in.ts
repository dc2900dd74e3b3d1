import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ProviderError } from '#src/features/sources/service.ts';

/**
 * Why data.gov.in gave nothing. key: nobody is answered with this key; pause: it wants to be left alone for long;
 * passing: it may answer the next time; answer: asking again brings the same.
 */
type RefusalKind = 'key' | 'pause' | 'passing' | 'answer';

/** Its message holds neither the address nor the key that stands in it. */
export class Refusal extends ProviderError {
  override name = 'Refusal';
  readonly kind: RefusalKind;
  /** How long it wants to be left alone, in ms. */
  readonly pause: number;

  constructor(kind: RefusalKind, message: string, pause = 0) {
    super(message);
    this.kind = kind;
    this.pause = pause;
  }
}

/** How patiently it is asked; times in ms. */
export interface AskingManner {
  timeLimit: number;
  /** Requests for one page at most. */
  tries: number;
  /** Before the second try; doubled for each one after it, and varied by chance. */
  backoff: number;
  /** Who asks for a longer pause than this is left alone. */
  longestPause: number;
}

const usual: AskingManner = { timeLimit: 30_000, tries: 4, backoff: 2_000, longestPause: 120_000 };
const longestAnswer = 8_000_000;

/** Asks until it answers as the schema says. @throws Refusal, and the signal's reason. */
export async function askDataGovIn<T extends z.ZodMiniType>(
  address: string,
  key: string,
  schema: T,
  signal: AbortSignal,
  manner: Partial<AskingManner>,
): Promise<z.infer<T>> {
  const { timeLimit, tries, backoff, longestPause } = { ...usual, ...manner };
  for (let tried = 1; ; tried += 1) {
    try {
      const answer = await readAnswer(address, AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]));
      return judge(answer, key, schema);
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

interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
}

async function readAnswer(address: string, signal: AbortSignal): Promise<Answer> {
  const { status, headers, body } = await fetch(address, { signal, redirect: 'error' });
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > longestAnswer) throw new Refusal('answer', 'it answered with too much');
  }
  return { status, retryAfter: headers.get('retry-after'), text };
}

const refusalSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

function judge<T extends z.ZodMiniType>({ status, retryAfter, text }: Answer, key: string, schema: T) {
  const body = parseJson(text);
  const refused = z.safeParse(refusalSchema, body);
  if (status === 200 && !refused.success) {
    const read = z.safeParse(schema, body);
    if (read.success) return read.data;
    // A page of HTML in place of the answer comes and goes.
    throw new Refusal('passing', body === undefined ? 'no JSON came' : whatIsWrong(read.error));
  }
  const { error } = refused.success ? refused.data : { error: '' };
  const said = (typeof error === 'string' ? error : error.message).replaceAll(key, '…').slice(0, 100);
  const reason = `it refused (${status})${said && `: ${said}`}`;
  const isAboutKey = /\bkey\b|authori[sz]/i.test(said);
  if ([400, 401, 403].includes(status) || (status === 200 && isAboutKey))
    throw new Refusal('key', `data.gov.in gives nothing with this key: ${reason}. See DATA_GOV_IN_KEY`);
  if (status === 200 || status === 429 || status >= 500)
    throw new Refusal('passing', reason, readPause(retryAfter));
  throw new Refusal('answer', reason);
}

/** In the words of the schema's own checks, which alone know what was expected. */
function whatIsWrong({ issues }: z.core.$ZodError): string {
  return issues.find(({ code }) => code === 'custom')?.message ?? 'it did not answer as expected';
}

/** What fetch threw, without the address that may stand in it. */
function explain(error: unknown): Refusal {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return new Refusal('passing', 'it took too long');
  return new Refusal('passing', `it cannot be reached${cause?.code ? ` (${cause.code})` : ''}`);
}

/** Retry-After: seconds, or a date. */
function readPause(value: string | null): number {
  if (!value) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
