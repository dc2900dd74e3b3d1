import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';
import { close, listen } from './loopback.ts';
import { openTestMetrics } from './metrics.ts';
import { freePort, killServers, spawnServer, waitUntilOpen } from './process.ts';

const folder = fileURLToPath(new URL('../../deploy/observability/', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe.runIf(hasPromtool)(
  'the files for Prometheus',
  { meta: { skippedBecause: 'needs promtool, of the package prometheus' } },
  () => {
    test.each([
      ['check', 'config', 'prometheus.yml'],
      ['test', 'rules', 'alerts_test.yml'],
    ])('pass promtool %s %s %s', (...args) => {
      expect(execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' })).toContain('SUCCESS');
    });
  },
);

afterEach(killServers);

test.runIf(process.env['TEST_DATABASE_URL'])(
  'alerts and dashboard use metrics that a server has, and its traces reach the collector',
  { meta: { skippedBecause: 'the embedded database has no pool to measure' } },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'upaj-observability-'));
    const database = await openTestDatabase();
    const metrics = await openTestMetrics();
    let traced = '';
    const collector = createServer((request, response) => {
      request.on('data', (part: Buffer) => (traced += `${request.url} ${part.toString('latin1')}`));
      request.on('end', () => response.end());
    });
    const server = spawnServer(await freePort(), {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      // This address of the primary stands in for a standby, so that the standby's metric exists. It is never fresh.
      DATABASE_READ_URL: database.url,
      SECRET_KEY: 'k'.repeat(32),
      METRICS_PORT: String(metrics.port),
      OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector),
      DRAIN_SECONDS: '0',
    });
    await waitUntilOpen(server);
    expect((await fetch(`${server.url}/sitemap.xml`)).status).toBe(200);
    const text = await metrics.read();
    const existing = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    for (const file of ['alerts.yml', 'dashboard.json']) {
      const used = (await readFile(folder + file, 'utf8')).match(/\b(?:upaj|nodejs|process)_\w+/g);
      expect(used?.length).toBeGreaterThan(10);
      expect(existing).toEqual(expect.arrayContaining([...new Set(used)]));
    }
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    // A stop sends the remaining spans.
    const sent = ['/v1/traces ', 'GET /sitemap.xml', 'db.query.text', 'from "posts"', 'GET /readyz'];
    expect(sent.filter((part) => !traced.includes(part))).toEqual(['GET /readyz']);
    await close(collector);
    await database.close();
    await rm(dataDir, { recursive: true });
  },
);
