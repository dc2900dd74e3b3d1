import type { Endpoint } from '@upaj/contract/endpoints';
import { failureSchema } from '@upaj/contract/envelope';
import type { CallLimit, CountedCall } from '@upaj/contract/rate-limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AddressPhotos } from '#src/platform/media/addresses.ts';
import { withOfficialPlaces } from '#src/platform/places/place-names.ts';
import { bodyLimitOf } from './body-limit.ts';
import { AppError, fieldErrors } from './errors.ts';
import { mostBytes, readMultipart } from './multipart.ts';
import type { OwnWrites } from './own-writes.ts';
import { addressKey, type MakeRateLimit } from './rate-limit.ts';
import { findRestriction } from './restriction.ts';
import type { Content, JsonResult, Redirect, Route, Viewer } from './route.ts';
import { hasFreshSecondFactor, lacksSecondFactor } from './second-factor.ts';
import { takeTurn } from './take-turn.ts';
import type { UploadBudget, Uploader } from './upload-budget.ts';

export interface RouteOptions {
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  isAdmin(request: FastifyRequest): boolean;
  rateLimit: MakeRateLimit;
  uploadDir: string;
  uploads: UploadBudget;
  assertSpace(bytes: number): Promise<void>;
  ownWrites: OwnWrites;
  addressPhotos: AddressPhotos | undefined;
  checkResponses: boolean;
}

const viewers = new WeakMap<FastifyRequest, Viewer | null>();
/** Functions by request. Each gives back what the call took from a limit that counts accepted calls only. */
const refunds = new WeakMap<FastifyRequest, (() => Promise<void>)[]>();

/**
 * Takes every call through the same steps: session, restriction, limits, read, validate, limits of valid forms, handle,
 * send.
 */
export function addRoute(app: FastifyInstance, route: Route, options: RouteOptions): void {
  const { method, url, endpoint } = route;
  const countCall = counterOf(endpoint.limits, options.rateLimit);
  const countForm = counterOf(endpoint.formLimits, options.rateLimit);
  app.route({
    ...route.options,
    method,
    url,
    schema: endpoint.response ? documented(endpoint, endpoint.response, route) : { hide: true },
    bodyLimit: endpoint.files ? mostBytes(endpoint.files) : bodyLimitOf(endpoint.body),
    async onRequest(request) {
      const viewer = await admit(request, route, options);
      const restriction = findRestriction(endpoint, viewer);
      if (restriction) throw restriction;
      await countCall(request, viewer);
      if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit)
        throw new AppError('TOO_LARGE');
      viewers.set(request, viewer);
    },
    async onSend(request, reply, payload) {
      const isRefused = reply.statusCode >= 400 && reply.statusCode < 500;
      if (isRefused) for (const giveBack of refunds.get(request) ?? []) await giveBack();
      return payload;
    },
    async handler(request, reply) {
      const viewer = viewers.get(request) ?? null;
      const params = parseOr('NOT_FOUND', endpoint.params, request.params);
      const query = parseOr('INVALID_INPUT', endpoint.query, withOfficialPlaces(request.query));
      const upload = endpoint.files && (await readUpload(request, viewer, endpoint.files, options));
      try {
        const sent = upload ? upload.fields : (request.body ?? {});
        const body = parseOr('INVALID_INPUT', endpoint.body, withOfficialPlaces(sent));
        await countForm(request, viewer);
        const call = { params, query, body, files: upload?.files ?? [], viewer, request, reply };
        options.ownWrites.note(request, reply);
        const handle = () => route.handle(call as never);
        const result = (await (route.isList ? options.ownWrites.readList(request, handle) : handle())) as
          | Content
          | Redirect
          | JsonResult;
        if ('redirectTo' in result) return reply.redirect(result.redirectTo, 302);
        if ('type' in result) return sendContent(request, reply, result);
        return await sendJson(reply, result, options, endpoint.response);
      } finally {
        await upload?.dispose();
      }
    },
  });
}

async function admit(request: FastifyRequest, route: Route, options: RouteOptions): Promise<Viewer | null> {
  const { access } = route;
  if (access === 'public') return null;
  if (access === 'admin') {
    if (!options.isAdmin(request)) throw new AppError('NOT_LOGGED_IN');
    return null;
  }
  const viewer = await options.findViewer(request);
  if (access === 'anyone') return viewer && lacksSecondFactor(viewer) ? null : viewer;
  if (access === 'moderator' || access === 'administrator') return admitStaff(viewer, access);
  if (!viewer) throw new AppError('NOT_LOGGED_IN');
  if (access !== 'any session' && lacksSecondFactor(viewer)) throw new AppError('SECOND_FACTOR_REQUIRED');
  if (!viewer.isComplete && access === 'member') throw new AppError('ACCOUNT_INCOMPLETE');
  return viewer;
}

/** Refuses users without the role. They get the same response as for an unknown address. */
function admitStaff(viewer: Viewer | null, access: 'moderator' | 'administrator'): Viewer {
  const isOfRole = viewer?.staffRole === 'administrator' || viewer?.staffRole === access;
  if (!viewer || !isOfRole) throw new AppError('NOT_FOUND');
  if (!hasFreshSecondFactor(viewer)) throw new AppError('SECOND_FACTOR_REQUIRED');
  return viewer;
}

function counterOf(rules: readonly CallLimit[] = [], rateLimit: MakeRateLimit) {
  const limits = rules.map((rule) => ({ ...rule, limit: rateLimit(rule) }));
  return async (request: FastifyRequest, viewer: Viewer | null): Promise<void> => {
    for (const { by, isCounted, limit, countsOnlyAccepted, isInTurn } of limits) {
      const { params, query } = request as Pick<CountedCall, 'params' | 'query'>;
      if (isCounted?.({ params, query, username: viewer?.username }) === false) continue;
      const key = by === 'member' && viewer ? viewer.id : addressKey(request.ip);
      await limit.take(key);
      if (countsOnlyAccepted)
        refunds.set(request, [...(refunds.get(request) ?? []), () => limit.giveBack(key)]);
      if (isInTurn) await takeTurn(key);
    }
  };
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
  const { raw } = request;
  const reserved = uploads.open(uploader, (fault) => !raw.complete && raw.emit('error', fault));
  const declared = Number(request.headers['content-length'] ?? mostBytes(fileFields));
  return readMultipart(request, { folder, fileFields, reserved, declared, assertSpace });
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

async function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content) {
  const { statusCode = 200, type, headers = {}, etag, body } = content;
  reply.type(type).headers(headers);
  if (etag) reply.header('etag', etag);
  if (etag && request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.status(statusCode).send(await body());
}

async function sendJson(
  reply: FastifyReply,
  { statusCode = 200, json, ...rest }: Partial<JsonResult>,
  { addressPhotos, checkResponses }: RouteOptions,
  expected: z.core.$ZodType | undefined,
): Promise<FastifyReply> {
  const written = json ?? JSON.stringify({ statusCode, success: true, ...rest });
  const text = addressPhotos ? await addressPhotos(written) : written;
  if (expected && checkResponses) z.parse(expected, JSON.parse(text));
  return reply.status(statusCode).type('application/json; charset=utf-8').send(text);
}

/** The schema is only for the documentation: the handler validates, after authentication. */
function documented(endpoint: Partial<Endpoint>, response: z.core.$ZodType, { access }: Route): object {
  const { params, query, body, files } = endpoint;
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body: files ? withFiles(body, files) : body }),
    ...(files && { consumes: ['multipart/form-data'] }),
    response: { '2xx': response, default: failureSchema },
    security:
      access === 'anyone' || access === 'public'
        ? []
        : [access === 'admin' ? { admin: [] } : { session: [] }],
  };
}

function withFiles(body: z.core.$ZodType, fields: Readonly<Record<string, number>>): z.core.$ZodType {
  const files = Object.entries(fields).map(([field, most]) => [
    field,
    z.optional(z.array(z.file()).check(z.maxLength(most))),
  ]);
  return z.extend(body as z.ZodMiniObject, Object.fromEntries(files) as Record<string, z.ZodMiniType>);
}
