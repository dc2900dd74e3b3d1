import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from './loopback.ts';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface FeedServer {
  url: string;
  responses: Map<string, Answer>;
  requests: IncomingMessage[];
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const responses = new Map<string, Answer>();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = responses.get(request.url ?? '');
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });
  return { url: await listen(server), responses, requests, close: () => close(server) };
}

export function sends(body: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/rss+xml; charset=utf-8', ...headers }).end(body);
}

export function rss(...items: string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Press Bureau</title>
    <link>https://press.example</link>${items.join('\n')}</channel></rss>`;
}

export function item(parts: Record<string, string>): string {
  const elements = Object.entries(parts).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<item>${elements.join('')}</item>`;
}
