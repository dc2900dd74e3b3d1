import { readEnvelope } from './api.ts';
import { ApiError, NetworkError } from './api-errors.ts';
import { watchSilence } from './silence.ts';

/** Bytes so far, and all there are where the server tells. */
export interface Received {
  received: number;
  total: number | undefined;
}

interface DownloadOptions {
  /** What the file must be, such as 'application/zip': a page that a proxy puts in its place is none. */
  type: string;
  signal: AbortSignal;
  onProgress: (received: Received) => void;
}

const patience = 30_000;

/**
 * Fetches a whole file. Throws ApiError with the server's answer, NetworkError when the line is cut before all of it
 * has come, TimeoutError when nothing moves for half a minute, and the signal's own AbortError.
 */
export async function download(url: string, { type, signal, onProgress }: DownloadOptions): Promise<Blob> {
  const silence = watchSilence(patience, signal);
  try {
    const response = await fetch(url, { credentials: 'include', signal: silence.signal });
    const isFile = response.ok && response.headers.get('content-type')?.startsWith(type);
    if (!isFile || !response.body) return await refuse(response);
    const total = Number(response.headers.get('content-length')) || undefined;
    const parts: BlobPart[] = [];
    let received = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      silence.hear();
      parts.push(value);
      received += value.length;
      onProgress({ received, total });
    }
    if (total !== undefined && received !== total) throw new NetworkError(url);
    return new Blob(parts, { type });
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) throw error;
    if (silence.signal.aborted) throw silence.signal.reason;
    throw new NetworkError(url, { cause: error });
  } finally {
    silence.stop();
  }
}

async function refuse(response: Response): Promise<never> {
  const { status, headers } = response;
  readEnvelope({ status, text: await response.text(), retryAfter: headers.get('retry-after') });
  throw new NetworkError(response.url);
}

/** Hands a file to the browser to save. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser reads it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
