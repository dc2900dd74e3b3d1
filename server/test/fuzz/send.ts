import { Agent, request as open } from 'node:http';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface Received {
  /** The status is 0 if the connection was closed without a response. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  ms: number;
}

/** A request may take this long, in ms, also on a busy machine. */
export const patience = 20_000;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends any path, any header, and a body with any method, unlike fetch. */
export function send(url: string, { method, path, headers, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number, answered: Received['headers'], chunks: Buffer[]) =>
      resolve({
        status,
        headers: answered,
        body: Buffer.concat(chunks),
        ms: performance.now() - startedAt,
      });
    const length = body ? { 'content-length': String(body.length) } : {};
    const call = open(
      { agent, hostname, port, method, path, headers: { ...length, ...headers }, timeout: 4 * patience },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        const end = () => finish(response.statusCode ?? 0, response.headers, chunks);
        response.on('end', end);
        response.on('error', end);
      },
    );
    call.on('timeout', () => call.destroy());
    call.on('error', () => finish(0, {}, []));
    call.end(body);
  });
}

export function toCurl(url: string, { method, path, headers, body }: Sent): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = ['curl', '-i', '--path-as-is', '-X', method, quote(url + path)];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quote(`${name}: ${value}`));
  if (!body) return parts.join(' ');
  const encoded = body.toString('base64');
  const shown = encoded.length > 4_000 ? `${encoded.slice(0, 4_000)}…(${body.length} bytes)` : encoded;
  return `base64 -d <<< ${shown} | ${parts.join(' ')} --data-binary @-`;
}
