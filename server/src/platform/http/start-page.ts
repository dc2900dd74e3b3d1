import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { within } from '#src/platform/within.ts';

/** A screen of the web build, as web/build/screens.ts writes it. */
interface Screen {
  path: string;
  files: string[];
  texts: Record<string, string[]>;
  calls: string[];
}

/** In ms. The page does not wait longer for data: the app can fetch it itself. */
const patience = 1_500;
const sessionCall = '/api/v1/users/current-user';

export interface StartPage {
  write(request: FastifyRequest): Promise<string>;
}

/**
 * The HTML of all screens. It preloads the screen's scripts and carries the responses of its first calls, made with the
 * request's cookies, so that no request of the browser waits for another.
 */
export function readStartPage(app: FastifyInstance, folder: string): StartPage {
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

  /** The session, and for members with a complete account what the screen shows first. */
  async function findStart(request: FastifyRequest, calls: readonly string[]): Promise<string[]> {
    const session = await call(sessionCall, request);
    if (session.status !== 200 && session.status !== 401) return [];
    const isMember = session.status === 200;
    const found = await Promise.all((isMember ? calls : []).map((url) => call(url, request)));
    return [session, ...found.filter(({ status }) => status === 200)].map(
      ({ url, status, json }) => `${JSON.stringify(url)}:[${status},${json}]`,
    );
  }

  return {
    async write(request) {
      const [path = '', query] = request.url.split('?', 2);
      const at = matchers.find(({ pattern }) => pattern.test(path));
      const params = at?.pattern.exec(path)?.groups ?? {};
      // A query filters the list, in the app's own way.
      const calls = at && !query ? at.screen.calls.map((url) => fill(url, params)) : [];
      const start = await within(patience, findStart(request, calls)).catch(() => []);
      return addStart(html, at?.screen, start);
    },
  };
}

function addStart(html: string, screen: Screen | undefined, start: readonly string[]): string {
  const links = (screen?.files ?? []).map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
  const texts = JSON.stringify(screen?.texts ?? {}).replaceAll('"', '&quot;');
  const data = `{${start.join(',')}}`.replaceAll('<', String.raw`\u003c`);
  return html
    .replace('<script src="/theme.js"', (script) => `${script} data-texts="${texts}"`)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('</body>', () => `<script type="application/json" id="start">${data}</script></body>`);
}

/** Like the router, regardless of case and a slash at the end. */
function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source === '/' ? '' : source}/?$`, 'i');
}

/** The parameters stay encoded as they came. */
function fill(url: string, params: Record<string, string>): string {
  return url.replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? '');
}
