import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from './loopback.ts';

/** A record of the data set of daily rates on data.gov.in. All values are strings. Dates are DD/MM/YYYY. */
export type MandiRecord = Record<
  | 'state'
  | 'district'
  | 'market'
  | 'commodity'
  | 'variety'
  | 'grade'
  | 'arrival_date'
  | 'min_price'
  | 'max_price'
  | 'modal_price',
  string
>;

export type Fault =
  | { kind: 'limit'; retryAfter?: string }
  | { kind: 'gateway'; status: 502 | 503 | 504 }
  | { kind: 'error-body'; error: string }
  | { kind: 'empty'; total: number }
  | { kind: 'html' | 'half' | 'endless' | 'slow' | 'hang-up' | 'strange' };

export interface FakeDataGovIn {
  url: string;
  records: unknown[];
  requests: { state: string; offset: number; limit: number; at: number }[];
  fault: (state: string, nth: number) => Fault | undefined;
  writesTexts: boolean;
  isFuzzy: boolean;
  thinks: number;
  close(): Promise<void>;
}

export const ownKey = 'own-key-0123456789abcdef';
/** The API key that data.gov.in's documentation shows. A response to it has at most ten records. */
export const sampleKey = 'sample-key-0123456789abcdef';
const resource = '/resource/9ef84268-d588-465a-a308-a864a43d0070';
const window = 10_000;

export function mandiRecord(changes: Partial<MandiRecord> = {}): MandiRecord {
  return {
    state: 'Andhra Pradesh',
    district: 'Prakasam',
    market: 'Maddipadu APMC',
    commodity: 'Paddy(Common)',
    variety: 'B P T',
    grade: 'FAQ',
    arrival_date: '29/08/2026',
    min_price: '2800',
    max_price: '2800',
    modal_price: '2800',
    ...changes,
  };
}

export async function startDataGovIn(): Promise<FakeDataGovIn> {
  const server = createServer((request, response) => setTimeout(answer, fake.thinks, request, response));
  const fake: FakeDataGovIn = {
    url: await listen(server),
    records: [],
    requests: [],
    fault: () => undefined,
    writesTexts: false,
    isFuzzy: false,
    thinks: 0,
    close: () => close(server),
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', fake.url);
    const send = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    if (pathname !== resource) return send(404, { error: 'Resource not found' });
    const key = searchParams.get('api-key');
    if (!key) return send(400, { error: 'Authorization field missing' });
    if (key !== ownKey && key !== sampleKey) return send(403, { error: 'Key not authorised', key });

    const exact = searchParams.get('filters[state.keyword]');
    const state = exact ?? searchParams.get('filters[state]') ?? '';
    const offset = Number(searchParams.get('offset') ?? 0);
    const requests = Number(searchParams.get('limit') ?? 10);
    const limit = key === sampleKey ? Math.min(10, requests) : requests;
    fake.requests.push({ state, offset, limit: requests, at: Date.now() });
    const fault = fake.fault(state, fake.requests.filter((earlier) => earlier.state === state).length);
    if (fault) return misbehave(response, fault, send);
    if (offset + limit > window) return send(500, { error: 'Result window is too large' });

    const matching = fake.records.filter((record) => {
      const { state: given = state } = Object(record) as Partial<MandiRecord>;
      return exact !== null && !fake.isFuzzy ? given === state : sharesWord(given, state);
    });
    const page = matching.slice(offset, offset + limit);
    const written = (count: number) => (fake.writesTexts ? String(count) : count);
    send(200, {
      ...envelope,
      total: written(matching.length),
      count: page.length,
      limit: written(limit),
      offset: written(offset),
      records: page,
    });
  }
  return fake;
}

function sharesWord(text: string, requests: string): boolean {
  const words = requests.toLowerCase().split(/\W+/);
  return text
    .toLowerCase()
    .split(/\W+/)
    .some((word) => words.includes(word));
}

type Send = (status: number, body: unknown, headers?: object) => void;

function misbehave(response: ServerResponse, fault: Fault, send: Send): void {
  switch (fault.kind) {
    case 'limit':
      return send(
        429,
        { error: 'Rate limit exceeded' },
        fault.retryAfter ? { 'retry-after': fault.retryAfter } : {},
      );
    case 'gateway':
      return send(fault.status, {});
    case 'error-body':
      return send(200, { status: 'error', error: fault.error });
    case 'empty':
      return send(200, { ...envelope, total: fault.total, count: 0, records: [] });
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!DOCTYPE html><title>Service Unavailable</title>');
      return;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"status":"ok","total":1,"records":[{"state":"Ker');
      return;
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      pour(response);
      return;
    case 'strange':
      return send(200, { ...envelope, total: 'many', records: { 0: {} } });
    case 'hang-up':
      response.destroy();
      return;
    case 'slow':
  }
}

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(' '.repeat(65_536)));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

const envelope = {
  index_name: '9ef84268-d588-465a-a308-a864a43d0070',
  title: 'Current Daily Price of Various Commodities from Various Markets (Mandi)',
  desc: 'Current Daily Price of Various Commodities from Various Markets (Mandi)',
  status: 'ok',
  message: 'Resource lists',
  version: '2.2.0',
  active: '1',
  visualizable: '1',
  source: 'data.gov.in',
  org_type: 'Central',
  org: ['Ministry of Agriculture and Farmers Welfare'],
  sector: ['Agriculture'],
  field: [{ name: 'State', id: 'state', type: 'keyword' }],
};
