import { Fragment } from 'react';

const address = /https?:\/\/[^\s<>"']+/gi;
/** Punctuation at the end belongs to the sentence, not to the address. */
const tail = /[.,;:!?)\]}।…]+$/;

/** Only http(s) addresses become links. */
export function LinkedText({ text }: { text: string }) {
  const parts: { at: number; text: string; href?: string }[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const found = match[0].replace(tail, '');
    const href = toHref(found);
    if (!href) continue;
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) });
    parts.push({ at: match.index, text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) });
  return parts.map((part) =>
    part.href ? (
      <a
        key={part.at}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="font-medium text-leaf underline"
      >
        {part.text}
      </a>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  );
}

function toHref(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
