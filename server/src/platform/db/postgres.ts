import { createHash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Client, Pool, TypeOverrides, types, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { circuitBreaker, type CircuitBreaker } from '#src/platform/circuit-breaker.ts';
import { DatabaseAway, outageOr } from './outage.ts';
import { currentLimits } from './time-limits.ts';

/** In ms. Connection and statement take less than 10 s together. `query_timeout` ends waiting for a server that is silent. */
const limitsOfRequests = {
  connectionTimeoutMillis: 3_000,
  // Starting workers and compiling an expression take longer than reading a page.
  options: '-c max_parallel_workers_per_gather=0 -c jit=off',
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
};

const limitsOfBackgroundWork = {
  connectionTimeoutMillis: 30_000,
  options: limitsOfRequests.options,
  lock_timeout: 30_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 60_000,
};

const longest = 30 * 60_000;
const limitsOfLongWork = {
  connectionTimeoutMillis: 30_000,
  lock_timeout: longest,
  statement_timeout: longest,
  query_timeout: longest + 5_000,
  idle_in_transaction_session_timeout: longest,
};

const probeTimeout = 1_500;
const connectionsForBackgroundWork = 4;
const connectionsForLongWork = 8;
const keepAliveInitialDelayMillis = 10_000;
const mostWaiting = 1_000;
const waitedTooLong = 'timeout exceeded when trying to connect';
const tooManyConnections = '53300';

/** Dates are read as text and numerics as numbers, as in JSON. Prices and quantities have at most 14 digits. */
export const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.DATE]: (text) => text,
  [types.builtins.NUMERIC]: Number,
};

const typeOverrides = new TypeOverrides();
for (const [type, parse] of Object.entries(valueParsers)) typeOverrides.setTypeParser(Number(type), parse);

/**
 * Has one pool for requests, and small ones for short and long background work. Throws DatabaseAway at once while
 * PostgreSQL is down.
 */
export class PostgresPools implements PostgresPool {
  readonly options: PoolConfig;
  readonly #pools: Record<ReturnType<typeof currentLimits>, Pool>;
  readonly #breaker: CircuitBreaker;

  constructor(connectionString: string, size: number, isPatient: boolean) {
    this.#breaker = circuitBreaker(() => probe(connectionString));
    const onSilence = () => this.#breaker.trip();
    this.options = { connectionString, keepAlive: true, keepAliveInitialDelayMillis, types: typeOverrides };
    const open = (limits: PoolConfig, max: number) =>
      openPool({ ...this.options, ...limits, max: Math.min(size, max), onSilence });
    this.#pools = {
      request: open(isPatient ? limitsOfBackgroundWork : limitsOfRequests, size),
      background: open(limitsOfBackgroundWork, connectionsForBackgroundWork),
      long: open(limitsOfLongWork, connectionsForLongWork),
    };
  }

  async connect(): Promise<PoolClient> {
    if (this.#breaker.isOpen) throw new DatabaseAway(new Error('it does not answer'));
    const pool = this.#pools[currentLimits()];
    if (pool.waitingCount >= mostWaiting) throw new DatabaseAway(new Error('too many requests wait for it'));
    try {
      return await pool.connect();
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      // When only connections have run out, running requests may still succeed.
      if (message !== waitedTooLong && code !== tooManyConnections) this.#breaker.trip();
      throw new DatabaseAway(error);
    }
  }

  async end(): Promise<void> {
    this.#breaker.close();
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()));
  }
}

function openPool(config: PoolConfig & PreparingClientConfig): Pool {
  const pool = new Pool({ ...config, Client: PreparingClient });
  // The pool replaces broken idle connections.
  pool.on('error', () => {});
  // Prepared statements live as long as their connection.
  pool.on('release', (_, client) => {
    if ((client as unknown as PreparingClient).hasPreparedMany) void client.end();
  });
  return pool;
}

async function probe(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: probeTimeout,
    query_timeout: probeTimeout,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    void client.end();
  }
}

interface PreparingClientConfig extends ClientConfig {
  onSilence?(): void;
}

/** Named statements are parsed and planned once per connection. */
class PreparingClient extends Client {
  readonly #prepared = new Set<string>();
  readonly #onSilence: (() => void) | undefined;

  constructor(config?: PreparingClientConfig) {
    super(config);
    this.#onSilence = config?.onSilence;
    // The pool listens only while the client is idle; an unhandled error event ends the process.
    this.on('error', () => {});
  }

  get hasPreparedMany(): boolean {
    return this.#prepared.size >= mostPrepared;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads cannot be restated in a subclass
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && (values.length > 0 || isReading(text))) {
      const name = statementName(text);
      this.#prepared.add(name);
      args.splice(0, 2, { name, text, values });
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- the same overloads
    return (super.query as any)(...args).catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Query read timeout') this.#giveUp();
      throw outageOr(error);
    });
  }

  /** Closes the connection: a late response would be taken for that of the next statement. */
  #giveUp(): void {
    this.#onSilence?.();
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** Queries without parameters are constant texts, so they repeat. */
function isReading(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text);
}

const mostPrepared = 400;
const statementNames = new LRUCache<string, string>({ max: 2 * mostPrepared });

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    statementNames.set(text, name);
  }
  return name;
}
