import type { EndpointKey, Endpoints } from '@upaj/contract/endpoints';
import type { Failure } from '@upaj/contract/envelope';
import { loadTexts } from '#i18n/locale.ts';
import { ApiError, isUnreachableError, NetworkError, TimeoutError } from './api-errors.ts';
import { isUnreachable } from './connection.ts';
import { takeStartData } from './start-data.ts';
import { upload, type RawResponse } from './upload.ts';

interface Loose {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  files?: Record<string, Blob | readonly Blob[] | undefined>;
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
  timeout?: number;
  headers?: Record<string, string>;
}

const defaultTimeout = 30_000;

/**
 * Returns the envelope: `const { data } = await api('GET /api/v1/post/:postId', { params: { postId } })`.
 * @throws ApiError; NetworkError or TimeoutError without a response; the signal's AbortError
 */
export async function api<K extends EndpointKey>(key: K, ...[options]: Arguments<K>): Promise<ResponseOf<K>> {
  const {
    params = {},
    query = {},
    body,
    files,
    onProgress,
    signal,
    timeout = defaultTimeout,
    headers,
  } = (options ?? {}) as Loose;
  const [method = 'GET', path = ''] = key.split(' ');
  const url = fillPath(path, params) + toQuery(query);
  const started = method === 'GET' ? takeStartData(url) : undefined;
  if (started) return checkEnvelope(started) as ResponseOf<K>;

  const timer = new AbortController();
  const timerId = setTimeout(() => timer.abort(), timeout);
  const stop = () => timer.abort();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    const request = { method, url, signal: timer.signal, headers };
    const answer = files
      ? await upload({ ...request, form: toForm(body ?? {}, files), onProgress })
      : await send({ ...request, body });
    const envelope = readEnvelope(answer) as ResponseOf<K>;
    isUnreachable.set(false);
    return envelope;
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const error =
      cause instanceof ApiError
        ? cause
        : timer.signal.aborted
          ? new TimeoutError(url)
          : new NetworkError(url, { cause });
    isUnreachable.set(isUnreachableError(error));
    // If these texts do not load, the server's English message is shown.
    if (error instanceof ApiError) await loadTexts('errors').catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timerId);
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * Returns the response that came with the HTML, once. As a query's `initialData` it is in the screen's first render, which is
 * interruptible; the render after a fetch is one long task.
 */
export function startResponse<K extends EndpointKey>(
  key: K,
  ...[options]: Arguments<K>
): ResponseOf<K> | undefined {
  const { params = {}, query = {} } = (options ?? {}) as Loose;
  const [, path = ''] = key.split(' ');
  const started = takeStartData(fillPath(path, params) + toQuery(query));
  return started?.status === 200 ? (started.envelope as ResponseOf<K>) : undefined;
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function toQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

function toForm(body: Record<string, unknown>, files: NonNullable<Loose['files']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const [name, value] of Object.entries(files)) {
    for (const file of value instanceof Blob ? [value] : (value ?? [])) form.append(name, file);
  }
  return form;
}

async function send(request: {
  method: string;
  url: string;
  signal: AbortSignal;
  headers?: Record<string, string> | undefined;
  body: unknown;
}): Promise<RawResponse> {
  const hasBody = request.body !== undefined;
  const response = await fetch(request.url, {
    method: request.method,
    credentials: 'include',
    signal: request.signal,
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...request.headers },
    ...(hasBody && { body: JSON.stringify(request.body) }),
  });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('retry-after'),
  };
}

/** Throws an error for text that is no envelope, as a proxy may respond with its own page. */
export function readEnvelope({ status, text, retryAfter }: RawResponse): unknown {
  return checkEnvelope({ status, envelope: parse(text), retryAfter });
}

interface ParsedResponse {
  status: number;
  envelope: unknown;
  retryAfter?: string | null;
}

function checkEnvelope({ status, envelope, retryAfter }: ParsedResponse): unknown {
  const { success, code, message, errors, requestId } = (envelope ?? {}) as Partial<
    Omit<Failure, 'success'> & { success: boolean }
  >;
  if (status >= 200 && status < 300 && success === true) return envelope;
  throw new ApiError({
    status,
    code: code ?? (status === 503 || status === 502 || status === 504 ? 'UNAVAILABLE' : 'UNEXPECTED'),
    message: message ?? '',
    errors: Array.isArray(errors) ? errors : [],
    requestId: requestId ?? '',
    retryAfterSeconds: Number(retryAfter) || undefined,
    response: envelope,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Schema = { _zod: { input: unknown; output: unknown } };
type Input<S> = S extends Schema ? S['_zod']['input'] : never;
type Output<S> = S extends Schema ? S['_zod']['output'] : never;

type ResponseOf<K extends EndpointKey> = Output<Endpoints[K]['response']>;

type Has<K extends EndpointKey, Part extends string> = Endpoints[K] extends Record<Part, infer S> ? S : never;
type FileField<K extends EndpointKey> = Endpoints[K] extends { files: infer F } ? keyof F & string : never;

type Params<K extends EndpointKey> = [Has<K, 'params'>] extends [never]
  ? { params?: never }
  : { params: Input<Has<K, 'params'>> };

// The type is the output of the schema, because its input is unknown.
type Query<K extends EndpointKey> = [Has<K, 'query'>] extends [never]
  ? { query?: never }
  : { query?: Partial<Output<Has<K, 'query'>>> };

type Body<K extends EndpointKey> = [Has<K, 'body'>] extends [never]
  ? { body?: never }
  : { body: Input<Has<K, 'body'>> };

// Calls with files are sent as multipart. Progress goes from 0 to 1.
type Files<K extends EndpointKey> = [FileField<K>] extends [never]
  ? { files?: never; onProgress?: never }
  : {
      files: { [F in FileField<K>]?: Blob | readonly Blob[] | undefined };
      onProgress?: (sent: number) => void;
    };

interface Always {
  signal?: AbortSignal;
  timeout?: number;
  headers?: Record<string, string>;
}

type Options<K extends EndpointKey> = Params<K> & Query<K> & Body<K> & Files<K> & Always;

/** The second argument may be left out where the call needs nothing. */
type Arguments<K extends EndpointKey> =
  object extends Options<K> ? [options?: Options<K>] : [options: Options<K>];
