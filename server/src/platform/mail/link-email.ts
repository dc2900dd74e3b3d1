import type { Language } from '@upaj/contract/texts';
import { allLanguages, textsIn } from '#src/platform/texts.ts';
import type { Mail } from './transport.ts';

export interface EmailText {
  subject: string;
  action: string;
  before: string;
  after: string;
}

const brands = allLanguages.map((language) => textsIn(language, 'common')('brand')).join(' · ');

/** The email is in all languages, because the reader's language is not known. */
export function writeLinkEmail(to: string, link: string, texts: Readonly<Record<Language, EmailText>>): Mail {
  const all = allLanguages.map((language) => texts[language]);
  return {
    to,
    link,
    subject: all.map(({ subject }) => subject).join(' · '),
    text: all.map(({ before, after }) => `${before}\n\n${link}\n\n${after}\n`).join('\n—\n\n'),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#22301f;max-width:34rem">
<p><strong>${brands}</strong></p>
${allLanguages.map((language) => part(language, texts[language], link)).join('\n<hr>\n')}
</body></html>
`,
  };
}

function part(lang: string, { action, before, after }: EmailText, link: string): string {
  const button = 'display:inline-block;padding:12px 20px;background:#2f6b34;color:#fff;border-radius:8px';
  return `<div lang="${lang}"><p>${escape(before).replaceAll('\n', '<br>\n')}</p>
<p><a href="${escape(link)}" style="${button}">${escape(action)}</a></p>
<p>${escape(after)}</p></div>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
