import * as z from 'zod/mini';
import type { Language } from '@upaj/contract/texts';
import { StartError } from './start-error.ts';

/** How to reach a gateway. Addresses and bodies have the fields {number}, {text}, {template} and {sender}. */
export interface SmsAccount {
  url: string;
  /** Sent by POST if it is set: JSON if it begins with a brace, else a form. */
  body: string | undefined;
  headers: Readonly<Record<string, string>>;
  sender: string;
  /** DLT template ids, by 'code' or 'code.hi'; '' for one that serves all texts. */
  templates: Readonly<Record<string, string>>;
  /** A text that an answer has when the message was accepted. */
  accepted: string | undefined;
}

export const smsVariables = {
  SMS_URL: z.optional(
    z
      .string()
      .check(z.regex(/^https?:\/\/[^\s/]+/, 'must be a web address such as https://sms.example/send')),
  ),
  SMS_BODY: z.optional(z.string()),
  SMS_HEADERS: z.optional(z.string()),
  SMS_SENDER: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9]{3,11}$/, 'must be a DLT header such as UPAJIN')),
  ),
  SMS_TEMPLATE_ID: z.optional(z.string()),
  SMS_ACCEPTED: z.optional(z.string()),
};
export type SmsVariables = { [Name in keyof typeof smsVariables]?: string | undefined };

/** @throws StartError */
export function readSmsAccount(read: SmsVariables): SmsAccount | undefined {
  const { SMS_URL: url, SMS_BODY: body } = read;
  const others = ['SMS_BODY', 'SMS_HEADERS', 'SMS_SENDER', 'SMS_TEMPLATE_ID', 'SMS_ACCEPTED'] as const;
  const lonely = others.find((name) => read[name] !== undefined);
  if (!url && lonely) throw new StartError(`SMS_URL is required with ${lonely}`);
  if (!url) return undefined;
  for (const field of ['{number}', '{text}'])
    if (!(url + (body ?? '')).includes(field))
      throw new StartError(`SMS_URL or SMS_BODY must contain ${field}, which each message fills in`);
  return {
    url,
    body,
    headers: readHeaders(read.SMS_HEADERS ?? ''),
    sender: read.SMS_SENDER ?? '',
    templates: readTemplates(read.SMS_TEMPLATE_ID ?? ''),
    accepted: read.SMS_ACCEPTED,
  };
}

function readHeaders(text: string): Record<string, string> {
  const lines = text.split(/\s*[|\n]\s*/).filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+)\s*:\s*(.+)$/.exec(line) ?? [];
      if (!name || !value) throw new StartError('SMS_HEADERS must be headers such as authkey: 0123 | x-a: b');
      return [name, value];
    }),
  );
}

function readTemplates(text: string): Record<string, string> {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = '', id] = /^(?:([a-z-]+(?:\.[a-z]{2})?)=)?([\w-]+)$/.exec(part) ?? [];
      if (!id)
        throw new StartError(
          'SMS_TEMPLATE_ID must be a DLT template id, or a list such as code=1107160001,code.hi=1107160002',
        );
      return [name, id];
    }),
  );
}

/**
 * Returns the languages whose text is registered, of the first one that is given. Operators refuse a text that is not
 * registered; a single id stands for the English one.
 */
export function registeredLanguage(
  account: SmsAccount | undefined,
  kind: string,
  language: Language,
): Language {
  return !account || account.templates[`${kind}.${language}`] ? language : 'en';
}

interface Filled {
  kind: string;
  language: Language;
  number: string;
  text: string;
}

function valuesOf({ templates, sender }: SmsAccount, { kind, language, number, text }: Filled) {
  const template = templates[`${kind}.${language}`] ?? templates[kind] ?? templates[''] ?? '';
  return { number, text, template, sender };
}

function fill(pattern: string, values: Readonly<Record<string, string>>, write: (value: string) => string) {
  return pattern.replace(/\{(number|text|template|sender)\}/g, (_, name: string) =>
    write(values[name] ?? ''),
  );
}

export function fillUrl(account: SmsAccount, sms: Filled): string {
  return fill(account.url, valuesOf(account, sms), encodeURIComponent);
}

export function fillBody(account: SmsAccount, sms: Filled): { type?: string; body?: string } {
  if (account.body === undefined) return {};
  const values = valuesOf(account, sms);
  return account.body.trimStart().startsWith('{')
    ? {
        type: 'application/json',
        body: fill(account.body, values, (value) => JSON.stringify(value).slice(1, -1)),
      }
    : { type: 'application/x-www-form-urlencoded', body: fill(account.body, values, encodeURIComponent) };
}
