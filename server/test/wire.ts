import { connect } from 'node:net';

export interface WireAnswer {
  status: number;
  head: string;
  body: string;
}

/**
 * Sends bytes as they are over a connection of their own and reads until the server closes it, or `patience` ms after
 * the first answer is complete. Undefined: the server closed without an answer.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  patience = 5_000,
): Promise<WireAnswer | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readAnswer(text));
    };
    const timer = setTimeout(() => reject(new Error(`No whole answer in ${patience} ms: ${text}`)), patience);
    socket.on('data', (data) => {
      text += data.toString();
      if (isComplete(text)) finish();
    });
    // A reset after the answer is the server's way to say that it reads no further.
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

function readAnswer(text: string): WireAnswer | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  if (!status) return undefined;
  const end = text.indexOf('\r\n\r\n');
  return { status: Number(status), head: text.slice(0, end), body: text.slice(end + 4) };
}
