/** Chrome stops its own voices in the middle of a text that takes longer than about 15 s. */
const most = 160;

/** Splits a text into its sentences, and a long one at spaces. */
export function splitSpeech(text: string): string[] {
  return text
    .replace(/([.!?।॥])\s+/gu, '$1\n')
    .split('\n')
    .flatMap(splitLong)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function splitLong(sentence: string): string[] {
  const parts: string[] = [];
  for (const word of sentence.split(/\s+/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + word.length < most) parts[parts.length - 1] = `${last} ${word}`;
    else parts.push(word);
  }
  return parts;
}
