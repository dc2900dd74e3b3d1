import { HttpConnection } from './connection.ts';

export interface LoadOrder {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  ms: number;
  bytes: number;
}

export interface LoadResult {
  seconds: number;
  latencies: number[];
}

export async function runLoad({
  port,
  path,
  headers,
  connections,
  ms,
  bytes,
}: LoadOrder): Promise<LoadResult> {
  const began = performance.now();
  const latencies: number[] = [];
  const sendRequests = async () => {
    const connection = new HttpConnection(port, headers);
    try {
      while (performance.now() - began < ms) {
        const response = await connection.get(path);
        if (response.status !== 200 || response.body.length !== bytes) {
          throw new Error(
            `${path} answered ${response.status} with ${response.body.length} bytes, not ${bytes}`,
          );
        }
        latencies.push(response.ms);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, sendRequests));
  return { seconds: (performance.now() - began) / 1000, latencies };
}
