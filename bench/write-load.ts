import { HttpConnection, type SentRequest } from './connection.ts';

export interface WriteOrder {
  port: number;
  connections: number;
  ms: number;
  requests: SentRequest[];
}

export interface WriteResult {
  seconds: number;
  /** In ms, one for each request that was sent. */
  latencies: number[];
}

/** Ends after `ms` or with the last request. */
export async function runWrites({ port, connections, ms, requests }: WriteOrder): Promise<WriteResult> {
  const latencies: number[] = [];
  const began = performance.now();
  let next = 0;
  const send = async () => {
    const connection = new HttpConnection(port, { origin: `http://127.0.0.1:${port}` });
    try {
      while (performance.now() - began < ms) {
        const request = requests[next++];
        if (!request) return;
        const { status, ms: took, body } = await connection.send(request);
        if (status >= 300) throw new Error(`${request.path} answered ${status}: ${body.toString()}`);
        latencies.push(took);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  return { seconds: (performance.now() - began) / 1000, latencies };
}
