import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Refuses invalid UTF-8 instead of replacing it silently. */
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
