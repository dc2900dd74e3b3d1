import { endpoints, type Endpoint, type EndpointKey, type Endpoints } from '@upaj/contract/endpoints';
import { failureSchema } from '@upaj/contract/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { withOfficialPlaces, type Place } from '#src/platform/places/place-names.ts';
import { AppError, fieldErrors } from './errors.ts';
import { mostBytes, readMultipart, type UploadedFile } from './multipart.ts';
import { addressKey } from './rate-limit.ts';
import type { UploadBudget, Uploader } from './upload-budget.ts';

export interface Viewer {
  id: string;
  username: string;
  /** False after a first log-in with Google or Facebook, until the form is complete. */
  isComplete: boolean;
  /** Null until the address has a district. */
  place: Place | null;
}

type Output<K extends EndpointKey, Part extends keyof Endpoint> = Endpoints[K] extends {
  [P in Part]: infer S extends z.core.$ZodType;
}
  ? z.core.output<S>
  : undefined;

type ResponseOf<K extends EndpointKey> = z.core.input<Endpoints[K]['response']>;

export type Result<K extends EndpointKey> =
  | (Omit<ResponseOf<K>, 'success' | 'statusCode'> & { statusCode?: number })
  | { json: string; statusCode?: number };

export interface Call<K extends EndpointKey, V = Viewer> {
  params: Output<K, 'params'>;
  query: Output<K, 'query'>;
  body: Output<K, 'body'>;
  files: UploadedFile[];
  viewer: V;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type BeforeBody<V> = (call: { viewer: V; request: FastifyRequest }) => Promise<void>;

export interface Route {
  key: EndpointKey;
  before?: BeforeBody<Viewer | null> | undefined;
  isOpen: boolean;
  isForIncomplete?: boolean;
  isForAdmin?: boolean;
  handle(call: Call<never, Viewer | null>): Promise<object>;
}

export function memberRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K>) => Promise<Result<K>>,
  before?: BeforeBody<Viewer>,
): Route {
  return { key, isOpen: false, handle: handle as Route['handle'], before: before as Route['before'] };
}

export function anyMemberRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K>) => Promise<Result<K>>,
): Route {
  return { ...memberRoute(key, handle), isForIncomplete: true };
}

export function openRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K, Viewer | null>) => Promise<Result<K>>,
  before?: BeforeBody<Viewer | null>,
): Route {
  return { key, isOpen: true, handle: handle as Route['handle'], before };
}

export function adminRoute<K extends EndpointKey>(
  key: K,
  handle: (call: Call<K, null>) => Promise<Result<K>>,
): Route {
  return { key, isOpen: false, isForAdmin: true, handle: handle as Route['handle'] };
}

/** `data` and `page` are JSON text already. */
export function jsonResult(
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
  uploadDir: string;
  uploads: UploadBudget;
  assertSpace(bytes: number): Promise<void>;
  checkResponses: boolean;
}

const viewers = new WeakMap<FastifyRequest, Viewer | null>();

export function addRoute(app: FastifyInstance, route: Route, options: RouteOptions): void {
  const [method = '', url = ''] = route.key.split(' ');
  const endpoint: Endpoint = endpoints[route.key];
  app.route({
    method,
    url,
    schema: documented(endpoint, route),
    ...(endpoint.files && { bodyLimit: mostBytes(endpoint.files) }),
    async onRequest(request) {
      const viewer = await admit(request, route, options);
      await route.before?.({ viewer, request });
      if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit)
        throw new AppError('TOO_LARGE');
      viewers.set(request, viewer);
    },
    async handler(request, reply) {
      const viewer = viewers.get(request) ?? null;
      const params = parseOr('NOT_FOUND', endpoint.params, request.params);
      const query = parseOr('INVALID_INPUT', endpoint.query, withOfficialPlaces(request.query));
      const upload = endpoint.files && (await readUpload(request, viewer, endpoint.files, options));
      try {
        const sent = upload ? upload.fields : (request.body ?? {});
        const body = parseOr('INVALID_INPUT', endpoint.body, withOfficialPlaces(sent));
        const call = { params, query, body, files: upload?.files ?? [], viewer, request, reply };
        const result = await route.handle(call as never);
        return frame(reply, endpoint, result, options.checkResponses);
      } finally {
        await upload?.dispose();
      }
    },
  });
}

function readUpload(
  request: FastifyRequest,
  viewer: Viewer | null,
  fileFields: Readonly<Record<string, number>>,
  { uploadDir: folder, uploads, assertSpace }: RouteOptions,
) {
  const uploader: Uploader = viewer
    ? { kind: 'member', key: viewer.id }
    : { kind: 'stranger', key: addressKey(request.ip) };
  const declared = Number(request.headers['content-length'] ?? mostBytes(fileFields));
  const reserved = uploads.open(uploader, declared);
  return readMultipart(request, {
    folder,
    fileFields,
    reserved,
    assertSpace: () => assertSpace(uploads.expected),
  });
}

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

/** For the documentation only: the handler validates, after authentication. */
function documented({ params, query, body, files, response }: Endpoint, route: Route): object {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body: files ? withFiles(body, files) : body }),
    ...(files && { consumes: ['multipart/form-data'] }),
    response: { '2xx': response, default: failureSchema },
    security: route.isOpen ? [] : [route.isForAdmin ? { admin: [] } : { session: [] }],
  };
}

function withFiles(body: z.core.$ZodType, fields: Readonly<Record<string, number>>): z.core.$ZodType {
  const files = Object.entries(fields).map(([field, most]) => [
    field,
    z.optional(z.array(z.file()).check(z.maxLength(most))),
  ]);
  return z.extend(body as z.ZodMiniObject, Object.fromEntries(files) as Record<string, z.ZodMiniType>);
}
