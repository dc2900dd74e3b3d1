import type { Language } from '@upaj/contract/texts';
import { languagesFor, textsIn } from '#src/platform/texts.ts';
import type { Mail } from './transport.ts';

export interface EmailText {
  subject: string;
  action: string;
  before: string;
  after: string;
}

export interface Recipient {
  email: string;
  /** The account may have no language, or one that is not offered. */
  language: string | null;
}

export function writeLinkEmail(
  { email: to, language }: Recipient,
  link: string,
  textOf: (language: Language) => EmailText,
): Mail {
  const parts = languagesFor(language).map((lang) => ({ lang, ...textOf(lang) }));
  const brands = parts.map(({ lang }) => textsIn(lang, 'common')('brand')).join(' · ');
  return {
    to,
    link,
    subject: parts.map(({ subject }) => subject).join(' · '),
    text: parts.map(({ before, after }) => `${before}\n\n${link}\n\n${after}\n`).join('\n—\n\n'),
    html: `<!doctype html><html lang="${parts[0]?.lang}"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#22301f;max-width:34rem">
<p><strong>${brands}</strong></p>
${parts.map((part) => writePart(part, link)).join('\n<hr>\n')}
</body></html>
`,
  };
}

function writePart({ lang, action, before, after }: EmailText & { lang: Language }, link: string): string {
  const button = 'display:inline-block;padding:12px 20px;background:#2f6b34;color:#fff;border-radius:8px';
  return `<div lang="${lang}"><p>${escape(before).replaceAll('\n', '<br>\n')}</p>
<p><a href="${escape(link)}" style="${button}">${escape(action)}</a></p>
<p>${escape(after)}</p></div>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
