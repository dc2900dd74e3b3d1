import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON as Fastify reads it, but bytes that are no UTF-8 are refused instead of being mended in silence. */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      done(new AppError('MALFORMED_REQUEST'));
      return;
    }
    if (text === '') done(null, undefined);
    else parse(request, text, done);
  });
}
