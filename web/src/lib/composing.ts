/**
 * Returns whether an input method handles the key, as when Enter ends a word of an Indic script. In Safari that Enter
 * comes after the end of the composition, and only its code 229 shows what it is for.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
