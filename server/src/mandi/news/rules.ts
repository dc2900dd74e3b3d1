import type { NewsCategory, NewsImpact } from '@upaj/contract/mandi/news';
import phrases from './phrases.json' with { type: 'json' };

export const newsLifetime = 90 * 24 * 60 * 60_000;

const categories = rulesOf<NewsCategory>(phrases.categories);
const impacts = rulesOf<NewsImpact>(phrases.impacts);

export function rateNews(title: string, summary: string): { category: NewsCategory; impact: NewsImpact } {
  const found = [title, summary].flatMap(
    (text) => categories.find(({ pattern }) => text.search(pattern) >= 0) ?? [],
  );
  return { category: found[0]?.value ?? 'General', impact: rateImpact(`${title} | ${summary}`) };
}

function rateImpact(text: string): NewsImpact {
  let rest = text;
  const counts = impacts.map(({ value, pattern }) => {
    let count = 0;
    rest = rest.replace(pattern, () => {
      count++;
      return ' | ';
    });
    return { value, count };
  });
  const [first, second] = counts.toSorted((one, other) => other.count - one.count);
  return first && second && first.count > second.count ? first.value : 'neutral';
}

function rulesOf<T extends string>(phrasesByValue: Partial<Record<T, string[]>>) {
  // Patterns use `letter` instead of \b, which only recognizes ASCII letters.
  const letter = '[\\p{L}\\p{M}\\p{N}]';
  return (Object.entries(phrasesByValue) as [T, string[]][]).map(([value, list]) => ({
    value,
    pattern: new RegExp(`(?<!${letter})(?:${list.map(toSource).join('|')})(?!${letter})`, 'giu'),
  }));
}

function toSource(phrase: string): string {
  return phrase
    .replaceAll(' … ', '(?: [^\\s|]{1,30}){0,4} ')
    .replaceAll('*', '[\\p{L}\\p{M}]*')
    .replaceAll('-', '[- ]');
}
