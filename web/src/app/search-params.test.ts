import { describe, expect, it } from 'vitest';
import { readNext, stringifySearch } from './search-params.ts';

describe('readNext', () => {
  it('accepts a path of this app', () => {
    expect(readNext({ next: '/post/1?x=2' })).toEqual({ next: '/post/1?x=2' });
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    7,
    undefined,
  ])('drops %s', (next) => expect(readNext({ next })).toEqual({}));
});

describe('stringifySearch', () => {
  it('returns an empty text for no parameters', () => {
    expect(stringifySearch({})).toBe('');
    expect(stringifySearch({ q: '', state: undefined })).toBe('');
    expect(stringifySearch({ priceRange: '200+' })).toBe('?priceRange=200%2B');
  });
});
