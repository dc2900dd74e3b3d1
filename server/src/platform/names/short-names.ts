import { goods } from './common-words.ts';
import { classIndex, cropIndex } from './indexes.ts';

const maxLength = 4;

/** Is a name of goods, or a word of one, that is short enough to be a part of many other words: 'til', 'tel', 'फल'. */
export function isShortName(word: string): boolean {
  if ([...word].length > maxLength || !/^[\p{L}\p{M}]+$/u.test(word)) return false;
  return goods.has(word) || cropIndex().hasWord(word) || classIndex().hasWord(word);
}
