import sanitizeHtml from 'sanitize-html';

const mostRead = 20_000;
const breaks = /[\p{Cc}\u2028\u2029\s]+/gu;
// These change the direction of the surrounding text.
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const escapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

export function toPlainText(html: string, max: number): string {
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

const graphemes = new Intl.Segmenter();

/** Cuts at a word boundary, else after a whole grapheme. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const whole = graphemes.segment(text).containing(max - 1)?.index || max - 1;
  const shortened = text.slice(0, whole).toWellFormed();
  const word = shortened.lastIndexOf(' ');
  return `${(word > max * 0.7 ? shortened.slice(0, word) : shortened).trimEnd()}…`;
}
