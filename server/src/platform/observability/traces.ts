import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SendResult } from '@upaj/contract/chat/messages';
import type { ClientEvents } from '@upaj/contract/events';
import type { Env } from '#src/env.ts';
import type { QueryEvent } from '#src/platform/db/connection.ts';
import { runInside } from '#src/platform/http/request-id.ts';
import type { UserSocket } from '#src/platform/realtime/sockets.ts';
import { waitAtMost } from '#src/platform/promises.ts';

export type Traces = ReturnType<typeof openTraces>;

type TraceSettings = Pick<Env, 'traceUrl' | 'tracedShare' | 'release' | 'trustProxy'>;

/** Events that are traced. Clients may send events of any other name too. */
const socketEvents = new Set<unknown>(['send', 'typing'] satisfies (keyof ClientEvents)[]);
/** Proxies call these every second or two. */
const probes = new Set<string | undefined>(['/healthz', '/readyz']);
const closesWithin = 1_500;
const loggedEvery = 60_000;

/**
 * Sends spans of requests, of events of sockets, and of their database statements. None contains values, paths,
 * addresses or people. Import this file only if OTEL_EXPORTER_OTLP_ENDPOINT is set: the SDK takes time and memory. It
 * is not registered for libraries, whose own spans could have personal data.
 */
export function openTraces(
  { traceUrl, tracedShare, release, trustProxy }: TraceSettings,
  exporter: SpanExporter = new OTLPTraceExporter({ url: `${traceUrl}/v1/traces` }),
) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'upaj',
      'service.version': release,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracedShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('upaj', release);
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Context>();
  const spans = new WeakMap<FastifyRequest, Span>();

  function start(request: FastifyRequest): Span {
    const { headers, method, id, raw } = request;
    const isTrusted = raw.socket.remoteAddress && trustProxy(raw.socket.remoteAddress, 0);
    const parent = isTrusted ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method, 'upaj.request_id': id };
    return tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  }

  function passOn(message: unknown): void {
    const { request } = message as { request: { addHeader(name: string, value: string): void } };
    const context = active.getStore();
    if (context)
      propagator.inject(context, request, { set: (carrier, name, value) => carrier.addHeader(name, value) });
  }
  subscribe('undici:request:create', passOn);

  return {
    follow(app: FastifyInstance): void {
      logFailures(app);
      runInside(app, (request, next) => {
        if (probes.has(request.routeOptions.url)) return next();
        const span = spans.get(request) ?? start(request);
        spans.set(request, span);
        active.run(trace.setSpan(ROOT_CONTEXT, span), next);
      });
      app.addHook('onResponse', async (request, { statusCode }) => {
        const span = spans.get(request);
        const route = request.routeOptions.url;
        span?.setAttribute('http.response.status_code', statusCode);
        if (route) span?.setAttribute('http.route', route).updateName(`${request.method} ${route}`);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },

    /**
     * Records a span for each event of the socket. It ends with the event's acknowledgement, if the client wants one.
     */
    followSocket(socket: UserSocket): void {
      socket.use((packet, next) => {
        const [event] = packet;
        if (!socketEvents.has(event)) return next();
        const span = tracer.startSpan(`socket ${event}`, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
        const acknowledge: unknown = packet.at(-1);
        const isAcknowledged = typeof acknowledge === 'function';
        if (isAcknowledged)
          packet[packet.length - 1] = (result: SendResult) => {
            if ('code' in result) span.setAttribute('error.type', result.code);
            span.end();
            acknowledge(result);
          };
        active.run(trace.setSpan(ROOT_CONTEXT, span), next);
        if (!isAcknowledged) span.end();
      });
    },

    /** Records a span for a statement. Kysely calls this in the context of the request that ran the statement. */
    onQuery(event: QueryEvent): void {
      const context = active.getStore();
      if (!context) return;
      const ended = Date.now();
      const { sql } = event.query;
      const [operation = ''] = /\w+/.exec(sql) ?? [];
      const span = tracer.startSpan(
        operation.toUpperCase(),
        {
          kind: SpanKind.CLIENT,
          startTime: ended - event.queryDurationMillis,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
        },
        context,
      );
      if (event.level === 'error') {
        // The message is left out, because it may have values of the statement.
        const { code } = event.error as { code?: unknown };
        if (typeof code === 'string') span.setAttribute('db.response.status_code', code);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end(ended);
    },

    async close(): Promise<void> {
      unsubscribe('undici:request:create', passOn);
      await waitAtMost(
        closesWithin,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

function logFailures({ log }: FastifyInstance): void {
  let loggedAt = -Infinity;
  const warn = (message: string) => {
    if (performance.now() - loggedAt < loggedEvery) return;
    loggedAt = performance.now();
    log.warn({ reason: message }, 'traces could not be sent');
  };
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
