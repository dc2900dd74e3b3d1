import sanitizeHtml from 'sanitize-html';

/** Longer texts are cut before they are read. */
const mostRead = 20_000;
const breaks = /[\p{Cc}\u2028\u2029\s]+/gu;
// They change the direction of what stands beside the text.
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const escapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The words of an HTML text on one line, at most `max` characters. Not HTML: what looks like a tag in it is text. */
export function toPlainText(html: string, max: number): string {
  // Words of neighbouring elements stay apart.
  const spaced = html.slice(0, mostRead).replace(/<(?=\/?(?:p|br|div|li|td|tr|h\d)\b)/gi, ' <');
  const escaped = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  const text = escaped
    .replace(/&(?:amp|lt|gt|quot);/g, (escape) => escapes[escape] ?? escape)
    .toWellFormed()
    .replace(directions, '')
    .replace(breaks, ' ')
    .trim();
  return cut(text, max);
}

const letters = new Intl.Segmenter();

/** Ends after a whole word where one ends near, else after a whole letter. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const whole = letters.segment(text).containing(max - 1)?.index || max - 1;
  const kept = text.slice(0, whole).toWellFormed();
  const word = kept.lastIndexOf(' ');
  return `${(word > max * 0.7 ? kept.slice(0, word) : kept).trimEnd()}…`;
}
