import { withLatinDigits } from './latin-digits.ts';

/** Signs that people leave out, or that only join letters: nuktas, zero-width joiners and non-joiners. */
const optional = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u200c\u200d]/g;

/** Letters with several forms. The database's function `fold_text` has the same list. */
const forms: Readonly<Record<string, string>> = {
  ऩ: 'न',
  ऱ: 'र',
  ऴ: 'ळ',
  // Assamese has its own r.
  ৰ: 'র',
  // The letters were written with a virama and a joiner before Unicode had them.
  ৎ: 'ত্',
  ൺ: 'ണ്',
  ൻ: 'ന്',
  ർ: 'ര്',
  ൽ: 'ല്',
  ൾ: 'ള്',
  ൿ: 'ക്',
  '\u0d4c': '\u0d57',
  // All nasal signs of a script are one.
  '\u0901': '\u0902',
  '\u0981': '\u0982',
  '\u0a01': '\u0a02',
  '\u0a70': '\u0a02',
  '\u0a81': '\u0a82',
  '\u0b01': '\u0b02',
  '\u0c01': '\u0c02',
  '\u0c81': '\u0c82',
  '\u0d01': '\u0d02',
};
const otherForm = /[ऩऱऴৰৎൺൻർൽൾൿ\u0d4c\u0901\u0981\u0a01\u0a70\u0a81\u0b01\u0c01\u0c81\u0d01]/g;

/**
 * Folds a text for a comparison or a search: texts that people take for the same become equal, whatever their keyboard
 * wrote.
 */
export function foldText(text: string): string {
  return (
    withLatinDigits(text.trim().normalize('NFC'))
      .toLowerCase()
      .replace(optional, '')
      .replace(otherForm, (letter) => forms[letter] ?? letter)
      // 'ന്റ' is also written as 'ൻറ' and 'ൻ്റ'.
      .replaceAll('\u0d4d\u0d4d', '\u0d4d')
      .normalize('NFC')
  );
}
