import type { Mail } from './mail.ts';

/** One language's words. */
export interface LetterText {
  subject: string;
  /** What the link does, on the button. */
  action: string;
  before: string;
  after: string;
}

/** A short mail around one link, in English and in Hindi: nobody knows which of them its reader reads. */
export function writeLetter(
  to: string,
  link: string,
  { en, hi }: Readonly<Record<'en' | 'hi', LetterText>>,
): Mail {
  return {
    to,
    link,
    subject: `${en.subject} · ${hi.subject}`,
    text: [en, hi].map(({ before, after }) => `${before}\n\n${link}\n\n${after}\n`).join('\n—\n\n'),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#22301f;max-width:34rem">
<p><strong>Upaj · उपज</strong></p>
${part('en', en, link)}
<hr>
${part('hi', hi, link)}
</body></html>
`,
  };
}

function part(lang: string, { action, before, after }: LetterText, link: string): string {
  const button = 'display:inline-block;padding:12px 20px;background:#2f6b34;color:#fff;border-radius:8px';
  return `<div lang="${lang}"><p>${escape(before).replaceAll('\n', '<br>\n')}</p>
<p><a href="${escape(link)}" style="${button}">${escape(action)}</a></p>
<p>${escape(after)}</p></div>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
