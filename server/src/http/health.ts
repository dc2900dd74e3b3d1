import type { FastifyInstance } from 'fastify';

/** Throws when what it looks at does not work. */
export type Probe = () => Promise<unknown>;

/** /healthz: the process answers. /readyz: so does everything it needs, each by name. */
export function addHealth(app: FastifyInstance, probes: Record<string, Probe>): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    const states = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => {
        try {
          await probe();
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.error({ err: error }, `${name} is not ready`);
          return [name, 'failing'] as const;
        }
      }),
    );
    const isReady = states.every(([, state]) => state === 'ok');
    return reply
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'failing', ...Object.fromEntries(states) });
  });
}
