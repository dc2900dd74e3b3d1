import { connect } from 'node:net';

export interface WireResponse {
  status: number;
  head: string;
  body: string;
}

/**
 * Returns the first whole response, or what arrived before the server closed the connection; undefined if that has no
 * status line. Rejects when neither happens within `patience` ms.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  patience = 5_000,
): Promise<WireResponse | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readResponse(text));
    };
    const timer = setTimeout(() => reject(new Error(`No whole answer in ${patience} ms: ${text}`)), patience);
    socket.on('data', (data) => {
      text += data.toString();
      if (isComplete(text)) finish();
    });
    socket.on('error', () => {});
    socket.on('close', finish);
  });
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end).toLowerCase();
  if (head.includes('transfer-encoding: chunked')) return text.endsWith('0\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(text.slice(end + 4)) >= Number(length);
}

function readResponse(text: string): WireResponse | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  if (!status) return undefined;
  const end = text.indexOf('\r\n\r\n');
  return { status: Number(status), head: text.slice(0, end), body: text.slice(end + 4) };
}
