import type { Readable } from 'node:stream';
import { endpoints, type Endpoint, type EndpointKey, type Endpoints } from '@upaj/contract/endpoints';
import type { StaffRole } from '@upaj/contract/people/staff-roles';
import type { CallLimit } from '@upaj/contract/rate-limits';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type * as z from 'zod/mini';
import type { Place } from '#src/platform/places/place-names.ts';
import type { UploadedFile } from './multipart.ts';

export interface Viewer {
  id: string;
  username: string;
  /** False after a first log-in with Google or Facebook, until the form is complete. */
  isComplete: boolean;
  /** The place of the account's address; null until it has a district. */
  place: Place | null;
  staffRole: StaffRole | null;
  secondFactor: {
    isOn: boolean;
    /** When this session last confirmed a code. */
    confirmedAt: Date | null;
  };
  /** Until this time closed calls are refused, by the decision of a moderator. */
  restrictedUntil: Date | null;
}

export type StaffViewer = Viewer & { staffRole: StaffRole };

/**
 * Says who may call. 'public' reads no session; 'any member' admits people whose account is not complete, 'any session'
 * also those who have not entered the code of their second factor. Administrators may call what moderators may. 'admin'
 * is the operator's command.
 */
export type Access =
  | 'public'
  | 'anyone'
  | 'any session'
  | 'any member'
  | 'member'
  | 'moderator'
  | 'administrator'
  | 'admin';

type ViewerOf<A extends Access> = A extends 'moderator' | 'administrator'
  ? StaffViewer
  : A extends 'member' | 'any member' | 'any session'
    ? Viewer
    : A extends 'anyone'
      ? Viewer | null
      : null;

type Output<K extends EndpointKey, Part extends keyof Endpoint> = Endpoints[K] extends {
  [P in Part]: infer S extends z.core.$ZodType;
}
  ? z.core.output<S>
  : undefined;

type ResponseOf<K extends EndpointKey> = z.core.input<Endpoints[K]['response']>;

export interface JsonResult {
  json: string;
  statusCode?: number;
}

/** The result of an API call is given in parts or as JSON text. */
export type Result<K extends EndpointKey> =
  | (Omit<ResponseOf<K>, 'success' | 'statusCode'> & { statusCode?: number })
  | JsonResult;

/**
 * A page or file is sent to clients that do not have the version of `etag`; others get a 304, and `body` is not called.
 */
export interface Content {
  statusCode?: number;
  type: string;
  headers?: Record<string, string | number>;
  etag?: string;
  body(): string | Buffer | Readable | Promise<string | Buffer | Readable>;
}

export interface Redirect {
  redirectTo: string;
}

interface Call<Params, Query, Body, V> {
  params: Params;
  query: Query;
  body: Body;
  files: UploadedFile[];
  viewer: V;
  request: FastifyRequest;
  reply: FastifyReply;
}

type CallOf<K extends EndpointKey, V> = Call<Output<K, 'params'>, Output<K, 'query'>, Output<K, 'body'>, V>;

export interface Route {
  method: string;
  url: string;
  access: Access;
  /** A route without a response is not a call of the contract, and not in its documentation. */
  endpoint: Partial<Endpoint>;
  options?: ServerOptions;
  /** The statements only read, and may read a standby that is some seconds behind. */
  isList?: boolean;
  handle(call: Call<never, never, never, never>): object | Promise<object>;
}

function routeOf<A extends Access>(access: A) {
  return <K extends EndpointKey>(
    key: K,
    handle: (call: CallOf<K, ViewerOf<A>>) => Promise<Result<K>>,
  ): Route => {
    const [method = '', url = ''] = key.split(' ');
    return { method, url, access, endpoint: endpoints[key], handle };
  };
}

export const memberRoute = routeOf('member');
/** Makes a route for members that only reads, also from a standby that is some seconds behind. */
export const listRoute: typeof memberRoute = (key, handle) => ({ ...memberRoute(key, handle), isList: true });
export const anyMemberRoute = routeOf('any member');
export const anySessionRoute = routeOf('any session');
export const moderatorRoute = routeOf('moderator');
export const administratorRoute = routeOf('administrator');
export const publicRoute = routeOf('public');
export const anyoneRoute = routeOf('anyone');
export const adminRoute = routeOf('admin');

type ServerOptions = Pick<RouteShorthandOptions, 'logLevel' | 'errorHandler' | 'exposeHeadRoute'>;

interface FileDetails<P extends z.core.$ZodType, A extends Access> extends ServerOptions {
  access: A;
  params?: P;
  limits?: readonly CallLimit[];
  isList?: boolean;
}

/** Makes a route for what is read with GET and is not JSON of the API. */
export function fileRoute<P extends z.core.$ZodType, A extends Access>(
  url: string,
  { access, params, limits, isList = false, ...options }: FileDetails<P, A>,
  handle: (
    call: Call<z.core.output<P>, undefined, undefined, ViewerOf<A>>,
  ) => Content | Redirect | Promise<Content | Redirect>,
): Route {
  const endpoint = { ...(params && { params }), ...(limits && { limits }) };
  return { method: 'GET', url, access, endpoint, options, isList, handle };
}

/** Makes JSON content that is not in the API's envelope. */
export function jsonContent(value: object, statusCode = 200): Content {
  return { statusCode, type: 'application/json; charset=utf-8', body: () => JSON.stringify(value) };
}

/** Makes a result from `data` and `page` that are already JSON text. */
export function jsonResult(statusCode: number, message: string, data: string, page?: string): JsonResult {
  const frame = `{"statusCode":${statusCode},"success":true,"message":${JSON.stringify(message)},"data":${data}`;
  return { statusCode, json: page ? `${frame},"page":${page}}` : `${frame}}` };
}
