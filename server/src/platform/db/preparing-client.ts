import { createHash } from 'node:crypto';
import { createConnection } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Client, DatabaseError, type ClientConfig } from 'pg';
import type { Hosts } from './hosts.ts';
import { DatabaseAway } from './errors.ts';

const readOnly = '25006';
const cancelTimeout = 1_500;

export interface PreparingClientConfig extends ClientConfig {
  hosts: Hosts;
  prepares: boolean;
  onSilence(): void;
  /** Called when the server no longer accepts writes. */
  onReadOnly(): void;
}

/** Names statements, so that they are parsed and planned once per connection. */
export class PreparingClient extends Client {
  readonly #prepared = new Set<string>();
  readonly #config: PreparingClientConfig;

  constructor(config: PreparingClientConfig) {
    super({ ...config, connectionString: config.hosts.current });
    this.#config = config;
    // The pool listens only while the client is idle; an unhandled error event ends the process.
    this.on('error', () => {});
  }

  get hasPreparedMany(): boolean {
    return this.#prepared.size >= mostPrepared;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads cannot be restated in a subclass
  override query(...args: any[]): any {
    const [text, values] = args;
    const isPrepared =
      this.#config.prepares &&
      typeof text === 'string' &&
      Array.isArray(values) &&
      (values.length > 0 || isReading(text));
    if (isPrepared) {
      const name = statementName(text);
      this.#prepared.add(name);
      args.splice(0, 2, { name, text, values });
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- the same overloads
    return (super.query as any)(...args).catch((error: unknown) => {
      const { message, code } = error as Error & { code?: string };
      if (message === 'Query read timeout') this.#giveUp(this.#config.onSilence);
      if (code === readOnly) this.#giveUp(this.#config.onReadOnly);
      throw outageOr(error);
    });
  }

  /** Closes the connection, because a late response would be taken for that of the next statement. */
  #giveUp(tell: () => void): void {
    tell();
    const { connection, processID, secretKey } = this as unknown as ClientInternals;
    connection.stream.destroy();
    cancelStatement(this, processID, secretKey);
  }
}

interface ClientInternals {
  connection: { stream: { destroy(): void } };
  processID: number;
  secretKey: number;
}

const cancelRequest = 80_877_102;

/**
 * Cancels a statement by another connection: PostgreSQL does not notice that a connection is closed while its commit
 * waits for a synchronous standby.
 */
function cancelStatement({ host, port }: Client, processID: number, secretKey: number): void {
  const path = `${host}/.s.PGSQL.${port}`;
  const socket = createConnection(host.startsWith('/') ? { path } : { host, port });
  socket.setTimeout(cancelTimeout, () => socket.destroy());
  socket.on('error', () => {});
  socket.end(Buffer.from(new Int32Array([16, cancelRequest, processID, secretKey]).buffer).swap32());
}

/** Returns whether the statement reads. Such a statement without parameters has a constant text, which repeats. */
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

/**
 * These SQLSTATE codes, or classes of codes, are transient failures. 08P01 is not: it is a wrong statement, such as one
 * with too many parameters.
 */
const passing = /^(08(?!P01)|53|57|58)|^(25006|25P03|40001|40P01|55P03)$/;

const isBroken = /^(Query read timeout|Connection terminated|Client (was closed|has encountered))/;

const systemCode = /^E[A-Z_]+$/;

function outageOr(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error;
  const { code = '' } = error as { code?: string };
  const isOutage =
    error instanceof DatabaseError
      ? passing.test(code)
      : isBroken.test(error.message) || systemCode.test(code);
  return isOutage ? new DatabaseAway(error) : error;
}
