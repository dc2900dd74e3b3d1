import { endpoints, type Endpoint, type EndpointKey, type Endpoints } from '@upaj/contract/endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError, fieldErrors } from './errors.ts';
import { readMultipart, type UploadedFile } from './multipart.ts';

/** Who is asking, as far as every request needs to know. */
export interface Viewer {
  id: string;
  username: string;
  /** False before role, contact and username are given, after a first log-in by Google or Facebook. */
  isComplete: boolean;
}

type Output<K extends EndpointKey, Part extends keyof Endpoint> = Endpoints[K] extends {
  [P in Part]: infer S extends z.core.$ZodType;
}
  ? z.core.output<S>
  : undefined;

type Answer<K extends EndpointKey> = z.core.input<Endpoints[K]['response']>;

/** What a handler returns: the answer without its frame, or the whole of it as JSON text (see `answer`). */
export type Result<K extends EndpointKey> =
  | (Omit<Answer<K>, 'success' | 'statusCode'> & { statusCode?: number })
  | { json: string; statusCode?: number };

export interface Call<K extends EndpointKey, V = Viewer> {
  params: Output<K, 'params'>;
  query: Output<K, 'query'>;
  body: Output<K, 'body'>;
  /** Uploaded files in the order sent; they vanish when the call ends. */
  files: UploadedFile[];
  viewer: V;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Route {
  key: EndpointKey;
  isOpen: boolean;
  /** Open to members whose account is not complete yet. */
  isForIncomplete?: boolean;
  /** For `npm run admin` alone. */
  isForAdmin?: boolean;
  handle(call: Call<never, Viewer | null>): Promise<object>;
}

/** A call for people who are logged in. */
export function memberRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K>) => Promise<Result<K>>,
): Route {
  return { key, isOpen: false, handle: handle as Route['handle'] };
}

/** The same, also for members whose account is not complete yet. */
export function anyMemberRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K>) => Promise<Result<K>>,
): Route {
  return { ...memberRoute(key, handle), isForIncomplete: true };
}

/** A call for everybody. */
export function openRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K, Viewer | null>) => Promise<Result<K>>,
): Route {
  return { key, isOpen: true, handle: handle as Route['handle'] };
}

/** A call of the moderators' command line, which has no account. */
export function adminRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K, null>) => Promise<Result<K>>,
): Route {
  return { key, isOpen: false, isForAdmin: true, handle: handle as Route['handle'] };
}

/** A successful answer around data that is JSON text already. `page` likewise, for lists. */
export function answer(
  statusCode: number,
  message: string,
  data: string,
  page?: string,
): { json: string; statusCode: number } {
  const frame = `{"statusCode":${statusCode},"success":true,"message":${JSON.stringify(message)},"data":${data}`;
  return { statusCode, json: page ? `${frame},"page":${page}}` : `${frame}}` };
}

export interface RouteOptions {
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  isAdmin(request: FastifyRequest): boolean;
  /** Folder for files on their way in. */
  uploadDir: string;
  /** Checks every answer against the contract; for tests and development. */
  checkAnswers: boolean;
}

/** Adds a route: authenticate, read, validate, handle, frame the answer. */
export function addRoute(app: FastifyInstance, route: Route, options: RouteOptions): void {
  const [method = '', url = ''] = route.key.split(' ');
  const endpoint: Endpoint = endpoints[route.key];
  app.route({
    method,
    url,
    schema: documented(endpoint, route),
    ...(endpoint.files && { bodyLimit: Number.MAX_SAFE_INTEGER }),
    async handler(request, reply) {
      const viewer = await admit(request, route, options);
      const params = parseOr('NOT_FOUND', endpoint.params, request.params);
      const query = parseOr('INVALID_INPUT', endpoint.query, request.query);
      const upload = endpoint.files
        ? await readMultipart(request, options.uploadDir, endpoint.files)
        : undefined;
      try {
        const body = parseOr('INVALID_INPUT', endpoint.body, upload ? upload.fields : (request.body ?? {}));
        const call = { params, query, body, files: upload?.files ?? [], viewer, request, reply };
        const result = await route.handle(call as never);
        return frame(reply, endpoint, result, options.checkAnswers);
      } finally {
        await upload?.dispose();
      }
    },
  });
}

/** @throws AppError NOT_LOGGED_IN, ACCOUNT_INCOMPLETE. */
async function admit(request: FastifyRequest, route: Route, options: RouteOptions): Promise<Viewer | null> {
  if (route.isForAdmin) {
    if (!options.isAdmin(request)) throw new AppError('NOT_LOGGED_IN');
    return null;
  }
  const viewer = await options.findViewer(request);
  if (!viewer && !route.isOpen) throw new AppError('NOT_LOGGED_IN');
  if (viewer?.isComplete === false && !route.isOpen && !route.isForIncomplete)
    throw new AppError('ACCOUNT_INCOMPLETE');
  return viewer;
}

function parseOr(
  code: 'NOT_FOUND' | 'INVALID_INPUT',
  schema: z.core.$ZodType | undefined,
  value: unknown,
): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new AppError(code, { fields: code === 'NOT_FOUND' ? [] : fieldErrors(parsed.error.issues) });
}

function frame(reply: FastifyReply, endpoint: Endpoint, result: object, isChecked: boolean): FastifyReply {
  const { statusCode = 200, json, ...rest } = result as { statusCode?: number; json?: string };
  const text = json ?? JSON.stringify({ statusCode, success: true, ...rest });
  if (isChecked) z.parse(endpoint.response, JSON.parse(text));
  return reply.status(statusCode).type('application/json; charset=utf-8').send(text);
}

/** The part of a route that the API's page shows. Validation happens in the handler, after authentication. */
function documented({ params, query, body, files, response }: Endpoint, route: Route): object {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body: files ? withFiles(body, Object.keys(files)) : body }),
    ...(files && { consumes: ['multipart/form-data'] }),
    response: { 200: response },
    security: route.isOpen ? [] : [route.isForAdmin ? { admin: [] } : { session: [] }],
  };
}

function withFiles(body: z.core.$ZodType, fields: readonly string[]): z.core.$ZodType {
  const files = Object.fromEntries(fields.map((field) => [field, z.optional(z.array(z.file()))]));
  return z.extend(body as z.ZodMiniObject, files);
}
