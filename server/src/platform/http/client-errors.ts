import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errors, type ErrorCode } from '@upaj/contract/errors';
import type { Failure } from '@upaj/contract/envelope';
import { v7 as uuidv7 } from 'uuid';
import { messageOf } from './messages.ts';

const codeByCause: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codeByCause[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const { status } = errors[code];
  const failure: Failure = {
    statusCode: status,
    success: false,
    code,
    message: messageOf(code),
    errors: [],
    requestId: uuidv7(),
  };
  const body = JSON.stringify(failure);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
