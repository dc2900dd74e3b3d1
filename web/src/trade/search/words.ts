import type { FoundPlace, Understood } from '@upaj/contract/trade/search';
import type { Filters } from '#trade/feed/filters.ts';

/** `removeWords('gehu punjab', 'gehu')` returns 'punjab'. */
export function removeWords(q: string, words: string): string {
  return replaceWords(q, words, '');
}

/** Replaces the words where `q` has them in sequence for the first time, or else each of them once. */
export function replaceWords(q: string, words: string, replacement: string): string {
  const typed = split(q);
  const wanted = split(words).map(plain);
  const start = typed.findIndex((_, index) =>
    wanted.every((word, offset) => plain(typed[index + offset] ?? '') === word),
  );
  if (wanted.length > 0 && start >= 0) typed.splice(start, wanted.length, replacement);
  else {
    for (const word of wanted) {
      const index = typed.findIndex((one) => plain(one) === word);
      if (index >= 0) typed.splice(index, 1);
    }
    typed.push(replacement);
  }
  return typed.filter(Boolean).join(' ');
}

/** Removes from the search words what a newly chosen filter replaces. */
export function dropReplaced(current: Filters, next: Filters, understood: Understood | undefined): Filters {
  const isChosen = (...names: ('state' | 'district' | 'category' | 'cropType')[]) =>
    names.some((name) => next[name] && next[name] !== current[name]);
  const replaced = [
    ...(isChosen('state', 'district') ? (understood?.places ?? []) : []),
    ...(isChosen('category', 'cropType')
      ? [...(understood?.crops ?? []), ...(understood?.categories ?? [])]
      : []),
  ];
  if (replaced.length === 0) return next;
  return withSearch(
    next,
    replaced.reduce((q, { words }) => removeWords(q, words), next.q ?? ''),
  );
}

export function withSearch(filters: Filters, q: string): Filters {
  const { q: _, verbatim: __, ...others } = filters;
  return q ? { ...others, q } : others;
}

/** Returns words that the server understands as this place in a search. */
export function searchFor({ district, state }: FoundPlace): string {
  return district ? `${district}, ${state}` : state;
}

function split(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function plain(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
}
