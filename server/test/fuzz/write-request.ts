import type { Operation } from './operations.ts';
import type { File } from './photos.ts';
import type { Sent } from './send.ts';

export interface Parts {
  params: Record<string, unknown>;
  query: [string, unknown][];
  fields: Record<string, unknown> | undefined;
  files: [string, File][];
  headers: Record<string, string>;
}

export function write({ params, query, fields, files, headers }: Parts, operation: Operation): Sent {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name]));
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const sent: Sent = { method: operation.method, path: search ? `${path}?${search}` : path, headers };
  if (operation.isMultipart) {
    sent.body = multipart(fields ?? {}, files);
    headers['content-type'] = 'multipart/form-data; boundary=upaj';
  } else if (fields) {
    // JSON.stringify escapes lone surrogates, as hostile clients do.
    sent.body = Buffer.from(JSON.stringify(fields));
    headers['content-type'] = 'application/json';
  }
  return sent;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function encode(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed().slice(0, 12_000));
}

function multipart(fields: Record<string, unknown>, files: readonly [string, File][]): Buffer {
  const quote = (text: string) => text.replace(/["\r\n]/g, '');
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--upaj\r\ncontent-disposition: form-data; name="${quote(name)}"\r\n\r\n${textOf(value)}\r\n`,
    ),
  );
  for (const [field, { name, type, bytes }] of files) {
    const head = `--upaj\r\ncontent-disposition: form-data; name="${quote(field)}"; filename="${quote(name)}"\r\ncontent-type: ${type}\r\n\r\n`;
    parts.push(Buffer.from(head), bytes, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('--upaj--\r\n')]);
}
