export interface RawResponse {
  status: number;
  text: string;
  retryAfter: string | null;
}

interface Upload {
  method: string;
  url: string;
  form: FormData;
  signal: AbortSignal;
  headers?: Record<string, string> | undefined;
  onProgress?: ((sent: number) => void) | undefined;
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export function upload({
  method,
  url,
  form,
  signal,
  headers = {},
  onProgress,
}: Upload): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      });
    request.onerror = () => reject(new Error('No answer'));
    request.onabort = () => reject(new Error('Aborted'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
