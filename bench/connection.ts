import { connect, type Socket } from 'node:net';

export interface TimedResponse {
  status: number;
  /** The time from the first byte sent to the last byte received. */
  ms: number;
  body: Buffer;
}

export interface SentRequest {
  method: string;
  path: string;
  cookie?: string | undefined;
  /** The body is sent as JSON. */
  body?: unknown;
  /** The body as JSON text. */
  text?: string;
}

/** A minimal HTTP client, so that the load generator needs little processor time. */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #headers: string;
  #received: Buffer[] = [];
  #missing = 0;
  #status = 0;
  #began = 0;
  #settle: { resolve(response: TimedResponse): void; reject(error: Error): void } | undefined;

  constructor(port: number, headers: Record<string, string>) {
    this.#headers = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection.')));
  }

  get(path: string): Promise<TimedResponse> {
    return this.#write(`GET ${path} HTTP/1.1\r\n${this.#headers}\r\n`);
  }

  send({
    method,
    path,
    cookie,
    body,
    text = JSON.stringify(body) ?? '',
  }: SentRequest): Promise<TimedResponse> {
    const own = [
      cookie && `cookie: ${cookie}\r\n`,
      text && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`,
    ];
    const head = own.filter(Boolean).join('');
    return this.#write(`${method} ${path} HTTP/1.1\r\n${this.#headers}${head}\r\n${text}`);
  }

  #write(request: string): Promise<TimedResponse> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#began = performance.now();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing > 0) {
      this.#received.push(chunk);
      this.#missing -= chunk.length;
    } else {
      // The headers are smaller than a packet, so they arrive together.
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.toString('latin1', 0, end);
      this.#status = Number(head.slice(9, 12));
      const body = chunk.subarray(end + 4);
      this.#received = [body];
      this.#missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - body.length;
    }
    if (this.#missing !== 0) return;
    const ms = performance.now() - this.#began;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve({ status: this.#status, ms, body: Buffer.concat(this.#received) });
  }
}
