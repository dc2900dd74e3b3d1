import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Refuses invalid UTF-8, deep nesting before it is parsed, and repeated keys, because some parsers use the first and
 * others the last.
 */
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
    else if (isDeep(text)) done(new AppError('MALFORMED_REQUEST'));
    else
      parse(request, text, (error, value) => {
        if (!error && hasRepeatedKey(text)) done(new AppError('MALFORMED_REQUEST'));
        else done(error, value);
      });
  });
}

/** No form has so many lists and objects in each other. */
const maxDepth = 16;

function isDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const character = json.charAt(i);
    if (isText && character === '\\') i += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && (character === '{' || character === '[')) depth += 1;
    else if (!isText && (character === '}' || character === ']')) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** @param json that was parsed without an error */
export function hasRepeatedKey(json: string): boolean {
  const keysOfOpen: (Set<string> | undefined)[] = [];
  let text = '';
  for (const [found] of json.matchAll(token)) {
    if (found === '{') keysOfOpen.push(new Set());
    else if (found === '[') keysOfOpen.push(undefined);
    else if (found === '}' || found === ']') keysOfOpen.pop();
    else if (found !== ':') text = found;
    else {
      const key = JSON.parse(text) as string;
      const keys = keysOfOpen.at(-1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}
