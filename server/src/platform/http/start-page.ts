import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageVariant } from '@upaj/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readerLanguage } from './reader.ts';
import { within } from '#src/platform/promises.ts';

/** The screens of the web build, as web/build/screens.ts writes them. */
interface Screen {
  path: string;
  files: string[];
  texts: Record<string, string[]>;
  calls: string[];
  photos?: Record<string, ShownPhoto>;
}

/** The page waits this long for data, in ms: the app can fetch it itself. */
const patience = 1_500;

/** Writes the tags for link previews of the page at this path, the same for all readers, or ''. */
export type WriteHead = (path: string, request: FastifyRequest) => Promise<string>;

/** The call that the app makes first. */
const firstCall = '/api/v1/users/current-user';

/**
 * Makes the HTML of all screens. It preloads the screen's scripts and contains the responses of its first calls, made
 * with the request's cookies, so that no request of the browser waits for another.
 */
export function readStartPage(
  app: FastifyInstance,
  folder: string,
  writeHead: WriteHead,
): (request: FastifyRequest) => Promise<string> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const listed = join(folder, 'screens.json');
  const screens = existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as Screen[]) : [];
  const matchers = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }));

  async function call(url: string, request: FastifyRequest) {
    const { cookie, 'user-agent': userAgent } = request.headers;
    const response = await app.inject({
      method: 'GET',
      url,
      remoteAddress: request.ip,
      headers: { ...(cookie && { cookie }), ...(userAgent && { 'user-agent': userAgent }) },
    });
    return { url, status: response.statusCode, json: response.payload };
  }

  /** Finds the session, and for members with a complete account what the screen shows first. */
  async function findStart(
    request: FastifyRequest,
    calls: readonly string[],
    params: Params,
  ): Promise<Response[]> {
    const session = await call(firstCall, request);
    // The viewer is not logged in, or has not confirmed the second factor.
    const isRefused = session.status === 401 || session.status === 403;
    if (session.status !== 200 && !isRefused) return [];
    if (isRefused || calls.length === 0) return [session];
    const known = { ...params, lang: languageOf(request), order: orderFor(session.json) };
    const found = await Promise.all(calls.map((url) => call(fill(url, known), request)));
    return [session, ...found.filter(({ status }) => status === 200)];
  }

  return async (request) => {
    const [path = '', query] = request.url.split('?', 2);
    const at = matchers.find(({ pattern }) => pattern.test(path));
    const params = at?.pattern.exec(path)?.groups ?? {};
    // The app reads a query in its own way, so its lists are not embedded.
    const calls = at && !query ? at.screen.calls : [];
    const [start, head] = await Promise.all([
      within(patience, findStart(request, calls, params)).catch(() => []),
      within(patience, writeHead(path, request)).catch(() => ''),
    ]);
    return addStart(html, at?.screen, start, head);
  };
}

interface Response {
  url: string;
  status: number;
  json: string;
}

function addStart(
  html: string,
  screen: Screen | undefined,
  start: readonly Response[],
  head: string,
): string {
  const links = (screen?.files ?? []).map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
  const texts = JSON.stringify(screen?.texts ?? {}).replaceAll('"', '&quot;');
  const entries = start.map(({ url, status, json }) => `${JSON.stringify(url)}:[${status},${json}]`);
  const data = `{${entries.join(',')}}`.replaceAll('<', String.raw`\u003c`);
  for (const [key, shown] of Object.entries(screen?.photos ?? {})) links.push(preloadPhoto(data, key, shown));
  return html
    .replace('<script src="/theme.js"', (script) => `${script} data-texts="${texts}"`)
    .replace('</head>', () => `${head}${links.join('')}</head>`)
    .replace('</body>', () => `<script type="application/json" id="start">${data}</script></body>`);
}

interface ShownPhoto {
  sizes: string;
  widths: number[];
}

/** Preloads the first photo with this key in the responses. It has no high priority, because the text comes first. */
function preloadPhoto(json: string, key: string, { sizes, widths }: ShownPhoto): string {
  const [, photo] = new RegExp(String.raw`"${key}" ?: ?\[?"(/media/[\w-]+\.webp)"`).exec(json) ?? [];
  if (!photo) return '';
  const files = widths.map((width) => `${imageVariant(photo, width)} ${width}w`).join(', ');
  return `<link rel="preload" as="image" imagesrcset="${files}" imagesizes="${sizes}">`;
}

/** Matches like the router, regardless of case and a slash at the end. */
function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source === '/' ? '' : source}/?$`, 'i');
}

type Params = Record<string, string>;

/** Returns the language as the app requests it, with '' for English. */
function languageOf(request: FastifyRequest): string {
  const language = readerLanguage(request);
  return language === 'en' ? '' : language;
}

/** Returns the order of lists that have none: by distance, if the account's address has a district. */
function orderFor(session: string): string {
  return /"district":"[^"]/.test(session) ? 'nearest' : '';
}

/** Fills in the path's parameters, which are encoded already. A query leaves out what is empty, like the app. */
function fill(call: string, params: Params): string {
  const [path = '', query] = call.split('?', 2);
  const read = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? '');
  const given = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [name, read(value)]);
  const search = new URLSearchParams(given.filter(([, value]) => value)).toString();
  return read(path) + (search && `?${search}`);
}
