import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReceivedSms {
  method: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** What a gateway does to the next request. 'late' delivers the message, but answers after the sender has given up. */
type Fault = 'late' | 'hang up' | { status: number; body: string };

/** Speaks HTTP as Indian gateways do: any method, form or JSON, and failures with status 200. */
export async function startSmsGateway({ accepted = '{"status":"success","id":"1"}' } = {}) {
  const received: ReceivedSms[] = [];
  const faults: Fault[] = [];
  let tries = 0;
  const server = createServer(async (request, response) => {
    tries += 1;
    const url = new URL(request.url ?? '/', 'http://gateway');
    const body = await text(request);
    const fault = faults.shift();
    const sms = { method: request.method ?? '', url, headers: request.headers, body };
    if (fault === 'hang up') {
      request.socket.destroy();
      return;
    }
    if (typeof fault === 'object') {
      response.writeHead(fault.status).end(fault.body);
      return;
    }
    received.push(sms);
    if (fault === 'late') await sleep(1_000);
    response.end(accepted);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    received,
    faults,
    get tries() {
      return tries;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
