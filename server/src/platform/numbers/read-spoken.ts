import { latinDigits } from '@upaj/contract/latin-digits';
import type { NumberWord } from './number-word.ts';
import { readNumberWord } from './words.ts';

/** A word, sign or number of what somebody says, in order. */
export type SpokenToken = { kind: 'word'; text: string } | { kind: 'number'; value: number };

const tokens = /(?<number>\d+(?:,\d+)*(?:\.\d+)?)|(?<word>[\p{L}\p{M}\u200c\u200d]+)|(?<sign>\S)/gu;
const pointNames = new Set(
  'point दशमलव पॉइंट पॉईंट পয়েন্ট દશાંશ પોઇન્ટ ਦਸ਼ਮਲਵ ପଏଣ୍ଟ புள்ளி பாயிண்ட் పాయింట్ ಪಾಯಿಂಟ್ പോയിന്റ്'.split(' '),
);
type Words = readonly NumberWord[] | undefined;

/** 'a hundred' and 'half a'. */
const isArticle = (word: string, next: NumberWord | undefined) =>
  word.toLowerCase() === 'a' && next !== undefined && (next.kind === 'times' || next.value < 1);

/** Returns whether the word joins two parts of a number: 'two and a half', 'twenty-seven'. */
const isJoining = (word: string, before: Found | undefined, after: Found | undefined) =>
  ['and', 'aur', 'और', '-'].includes(word.toLowerCase()) &&
  before?.words !== undefined &&
  after?.words !== undefined;

const biggest = 10_000_000;

interface Found {
  text: string;
  /** What the text says of a number, if it does. */
  words: Words;
}

function findNumbers(text: string, language: string): Found[] {
  return [...latinDigits(text).matchAll(tokens)].map(({ 0: found, groups = {} }) => {
    if (groups['number'])
      return { text: found, words: [{ kind: 'number', value: Number(found.replaceAll(',', '')) }] };
    return { text: found, words: groups['word'] ? readNumberWord(found, language) : undefined };
  });
}

/** Reads what people say, with its numbers in figures: 'साढ़े तीन सौ किलो' is 350 and 'किलो'. */
export function readSpoken(text: string, language: string): SpokenToken[] {
  const found = findNumbers(text, language);
  const spoken: SpokenToken[] = [];
  let sum = new SpokenSum();
  const end = () => {
    const value = sum.value();
    if (value !== undefined) spoken.push({ kind: 'number', value });
    sum = new SpokenSum();
  };
  for (const [index, { text: word, words }] of found.entries()) {
    const [before, next, afterNext] = [found[index - 1], found[index + 1], found[index + 2]];
    const [nextWord] = next?.words ?? [];
    for (const one of words ?? []) {
      if (sum.take(one)) continue;
      end();
      sum.take(one);
    }
    if (words || isArticle(word, nextWord) || isJoining(word, before, next?.text === 'a' ? afterNext : next))
      continue;
    if (pointNames.has(word.toLowerCase()) && sum.isStarted && nextWord?.kind === 'number') {
      sum.point();
      continue;
    }
    end();
    spoken.push({ kind: 'word', text: word });
  }
  end();
  return spoken;
}

/** A number that is being said: 'दो हज़ार सात सौ पचास'. */
class SpokenSum {
  isStarted = false;
  /** What is complete: 2000, after 'दो हज़ार'. */
  #sum = 0;
  #last: number | undefined;
  /** What is added now must be smaller: 100 after 'सात सौ', and 10 after 'twenty'. */
  #below = biggest;
  #plus = 0;
  #times = biggest * 10;
  #decimals = '';
  #hasPoint = false;

  value(): number | undefined {
    if (!this.isStarted) return this.#plus !== 0 && Math.abs(this.#plus) < 0.5 ? 1 + this.#plus : undefined;
    const decimals = this.#decimals === '' ? 0 : Number(`0.${this.#decimals}`);
    return Number((this.#sum + (this.#last ?? 0) + decimals).toFixed(2));
  }

  point(): void {
    this.#hasPoint = true;
  }

  /** @returns false when the word begins another number */
  take({ kind, value }: NumberWord): boolean {
    if (this.#hasPoint && kind === 'number' && this.#decimals.length < 2) {
      this.#decimals += String(value);
      return true;
    }
    if (kind === 'more') return this.#addMore(value);
    if (kind === 'plus') return this.#addNext(value);
    return kind === 'times' ? this.#multiply(value) : this.#add(value);
  }

  #addMore(value: number): boolean {
    if (this.#last !== undefined) this.#last += value;
    else if (this.#sum > 0) this.#sum += value * this.#times;
    else return false;
    return true;
  }

  #addNext(value: number): boolean {
    if (this.#last !== undefined || this.#plus !== 0) return false;
    this.#plus = value;
    return true;
  }

  #multiply(value: number): boolean {
    if (value >= this.#times || (this.#last === undefined && this.isStarted && this.#plus === 0))
      return false;
    const decimals = this.#decimals === '' ? 0 : Number(`0.${this.#decimals}`);
    const count = (this.#last ?? 1 + this.#plus) + decimals;
    [this.#plus, this.#decimals, this.#hasPoint, this.isStarted] = [0, '', false, true];
    if (value === 100) {
      this.#last = count * 100;
      this.#below = 100;
    } else {
      this.#sum += count * value;
      this.#times = value;
      this.#last = undefined;
      this.#below = value;
    }
    return true;
  }

  #add(value: number): boolean {
    // પોણા બસો is 175.
    const next = value + this.#plus * (value >= 100 && value % 100 === 0 ? 100 : 1);
    if (this.#last !== undefined && value >= 1 && next >= this.#below) return false;
    if (this.#last !== undefined && value < 1 && !Number.isInteger(this.#last)) return false;
    if (this.#last === undefined && this.#sum > 0 && next >= this.#times) return false;
    this.#last = (this.#last ?? 0) + next;
    this.#below = value >= 20 && value % 10 === 0 ? (value % 100 === 0 ? 100 : 10) : 1;
    this.#plus = 0;
    this.isStarted = true;
    return true;
  }
}
