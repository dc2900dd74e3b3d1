import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { ImageError } from '#src/platform/media/image-error.ts';
import type { PhotoDecoder } from '#src/platform/media/photo-decoder.ts';
import { within } from '#src/platform/promises.ts';

const longestFind = 2_000;
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const decodeSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Import this file only if METRICS_PORT is set: its client takes memory. */
export function openMetricsServer({ port, host }: { port: number; host: string }) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'upaj_http_request_seconds',
    help: 'Time of requests by method, pattern of the route and class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const decodings = new Histogram({
    name: 'upaj_photo_decode_seconds',
    help: 'Time of decoding photos, waiting included, by result: decoded, refused, busy or failed',
    labelNames: ['result'],
    buckets: decodeSeconds,
    registers,
  });
  const decoding = new Gauge({
    name: 'upaj_photos_decoding',
    help: 'Photos that are decoded now or wait for it',
    registers,
  });
  const missing = new Counter({
    name: 'upaj_metrics_missing_total',
    help: 'Metrics that could not be read in time, such as backlogs while the database is down',
    labelNames: ['metric'],
    registers,
  });

  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });

  async function measure<T>(work: Promise<T>): Promise<T> {
    const end = decodings.startTimer();
    decoding.inc();
    let result = 'decoded';
    try {
      return await work;
    } catch (error) {
      result = resultOf(error);
      throw error;
    } finally {
      decoding.dec();
      end({ result });
    }
  }

  return {
    observeRequest(
      { method, routeOptions }: FastifyRequest,
      { statusCode, elapsedTime }: FastifyReply,
    ): void {
      const status = `${String(statusCode)[0]}xx`;
      const { url: route } = routeOptions;
      // Requests without a route share one label, because strangers choose their method and path.
      const labels = route ? { method, route, status } : { method: 'any', route: 'none', status };
      requests.observe(labels, elapsedTime / 1_000);
    },

    measureDecoder: (decoder: PhotoDecoder): PhotoDecoder => ({
      // Photos that are not refused are counted when they are decoded.
      check: (...photo) => decoder.check(...photo).catch((error: unknown) => measure(Promise.reject(error))),
      decode: (...photo) => measure(decoder.decode(...photo)),
      toJpeg: (...photo) => measure(decoder.toJpeg(...photo)),
      hash: (...photo) => measure(decoder.hash(...photo)),
      close: () => decoder.close(),
    }),

    add(metrics: readonly Metric[], log: FastifyBaseLogger): void {
      for (const metric of metrics)
        addMetric(metric, registry, (error) => {
          missing.inc({ metric: metric.name });
          log.warn({ err: error, metric: metric.name }, 'a metric could not be read');
        });
    },

    async listen(): Promise<void> {
      server.listen(port, host);
      await once(server, 'listening');
    },

    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}

function resultOf(error: unknown): string {
  if (error instanceof ImageError) return 'refused';
  return error instanceof AppError && error.code === 'TOO_BUSY' ? 'busy' : 'failed';
}

function addMetric(
  { name, help, kind, label, find }: Metric,
  registry: Registry,
  onMissing: (error: unknown) => void,
): void {
  async function collect(this: Gauge | Counter): Promise<void> {
    try {
      const found = await within(
        longestFind,
        inBackground(async () => find()),
      );
      this.reset();
      if (typeof found === 'number') this.inc({}, found);
      else for (const [value, number] of Object.entries(found)) this.inc({ [label ?? '']: value }, number);
    } catch (error) {
      this.reset();
      // A metric without labels would be 0 after a reset, so it is removed.
      if (!label) this.remove();
      onMissing(error);
    }
  }
  const settings = { name, help, labelNames: label ? [label] : [], registers: [], collect };
  registry.registerMetric(kind === 'gauge' ? new Gauge(settings) : new Counter(settings));
}

/** A metric is a number that `/metrics` reads when it is requested, or several by the values of one label. */
export interface Metric {
  name: `upaj_${string}`;
  help: string;
  kind: 'counter' | 'gauge';
  label?: string;
  find(): Found | Promise<Found>;
}

type Found = number | Readonly<Record<string, number>>;
