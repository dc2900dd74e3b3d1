import { HttpConnection, type SentRequest } from './connection.ts';

export interface LoadOrder {
  port: number;
  connections: number;
  ms: number;
  requests: SentRequest[];
  /** True starts the list again after its last request. */
  isRepeated?: boolean;
}

export interface LoadResult {
  seconds: number;
  /** How many ms each request took. */
  latencies: number[];
}

/** Sends requests until `ms` have passed or the list is over. @throws Error when a response is not a success */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { port, connections, ms, requests, isRepeated } = order;
  const latencies: number[] = [];
  const began = performance.now();
  let next = 0;
  const send = async () => {
    const connection = new HttpConnection(port, { origin: `http://127.0.0.1:${port}` });
    try {
      while (performance.now() - began < ms) {
        const request = requests[isRepeated ? next % requests.length : next];
        next += 1;
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
