import type { FastifyBaseLogger } from 'fastify';
import { explainMissing, type SchemaState } from '#src/platform/db/migrate.ts';
import { within } from '#src/platform/promises.ts';
import { fileRoute, jsonContent, type Content, type Route } from './route.ts';

export type Probe = () => Promise<unknown>;

export interface HealthOptions {
  release: string;
  findSchema: () => Promise<SchemaState>;
  /** Users are affected when one of these fails. */
  needed: Record<string, Probe>;
  /** Most calls still work when one of these fails. */
  useful: Record<string, Probe>;
  /** Operators read these facts beside the state. */
  reports: Record<string, () => Promise<object>>;
  /** When it is aborted, `/readyz` fails, so that proxies send calls to other processes. */
  stopping?: AbortSignal | undefined;
}

const responseTimeout = 1_500;

export function healthRoutes({
  release,
  findSchema,
  needed,
  useful,
  reports,
  stopping,
}: HealthOptions): Route[] {
  const details = { access: 'public', logLevel: 'warn' } as const;
  return [
    fileRoute('/healthz', details, () => jsonContent({ status: 'ok' })),
    fileRoute('/readyz', details, ({ request }) => findState(request.log)),
  ];

  async function findState(log: FastifyBaseLogger): Promise<Content> {
    if (stopping?.aborted) return jsonContent({ status: 'stopping', release }, 503);
    async function ask<T>(name: string, work: Promise<T>): Promise<T | undefined> {
      try {
        return await within(responseTimeout, work);
      } catch (error) {
        log.error({ err: error }, `${name} is not ready`);
        return undefined;
      }
    }
    const probeAll = (probes: Record<string, Probe>) =>
      forEach(
        probes,
        async (name, probe) =>
          (await ask(
            name,
            probe().then(() => 'ok'),
          )) ?? 'failing',
      );
    const [schema, needs, uses, found] = await Promise.all([
      ask('schema', findSchema()),
      probeAll(needed),
      probeAll(useful),
      forEach(reports, (name, find) => ask(name, find())),
    ]);
    const areOk = (states: object) => Object.values(states).every((state) => state === 'ok');
    const reason = schema && explainMissing(schema);
    const facts = { release, schema: schema?.newest, reason };
    if (!areOk(needs) || reason) return jsonContent({ status: 'failing', ...facts, ...needs, ...uses }, 503);
    return jsonContent({ status: areOk(uses) ? 'ok' : 'degraded', ...facts, ...needs, ...uses, ...found });
  }
}

async function forEach<T, R>(
  named: Record<string, T>,
  work: (name: string, value: T) => Promise<R>,
): Promise<Record<string, R>> {
  const entries = Object.entries(named).map(
    async ([name, value]) => [name, await work(name, value)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
