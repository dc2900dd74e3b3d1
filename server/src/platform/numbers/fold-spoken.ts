import { foldText } from '@upaj/contract/fold-text';

/** The long i and u of the north. */
const longVowels = /[\u0940\u0942\u09c0\u09c2\u0a40\u0a42\u0ac0\u0ac2\u0b40\u0b42]/g;
const doubled = /(\p{L})[\u094d\u09cd\u0a4d\u0acd\u0b4d]\1/gu;
/** न and म before the letter of their class are written as a dot, too. */
const nasals = /[नमङञणনমঙঞণનમઙઞણਨਮଙଞଣନମ][\u094d\u09cd\u0acd\u0a4d\u0b4d](?=[क-मক-মક-મਕ-ਮକ-ମ])/gu;

/** Folds the spellings of a number’s word: पाँच and पांच, तीस and तिस, सत्ताईस and सताइस, and 'saadhe' and 'sadhe'. */
export function foldSpoken(word: string): string {
  return foldText(word)
    .replace(/[^\p{L}\p{M}\d]/gu, '')
    .replace(longVowels, (sign) => String.fromCharCode(sign.charCodeAt(0) - 1))
    .replaceAll('\u0a71', '')
    .replaceAll('ਣ', 'ਨ')
    .replaceAll('ঊ', 'উ')
    .replaceAll('ऊ', 'उ')
    .replaceAll('ई', 'इ')
    .replaceAll('ष्ठ', 'ष्ट')
    .replace(/[ँंঁংઁંਂੰଁଂ]/g, 'ं')
    .replace(nasals, 'ं')
    .replace(doubled, '$1')
    .replaceAll('ee', 'i')
    .replaceAll('oo', 'u')
    .replace(/([a-z])\1+/g, '$1');
}
