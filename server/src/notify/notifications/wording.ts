import {
  targetOf,
  type NotificationContent,
  type NotificationContents,
  type NotificationKind as Kind,
} from '@upaj/contract/notifications';
import type { PushPayload, Target } from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import type { NotificationKind, NotifyContents } from '#src/notify/notifications.ts';
import { writeLinkEmail, type EmailText, type Recipient } from '#src/platform/mail/link-email.ts';
import type { Mail } from '#src/platform/mail/transport.ts';
import { registeredLanguage, type SmsAccount } from '#src/platform/sms-account.ts';
import type { Sms } from '#src/platform/sms/gateway.ts';
import { offeredLanguage, textsIn } from '#src/platform/texts.ts';

/** How many notifications a text names. More are only counted. */
const inMail = 10;
const inPush = 3;

const day = 24 * 60 * 60_000;

/** Words the emails and pushes of notifications. */
export function notificationWording({
  kinds,
  smsAccount,
}: Pick<NotifyContents, 'kinds'> & { smsAccount?: SmsAccount | undefined }) {
  /** Finds the kind of a content. The cast is needed because the compiler cannot see that the two belong together. */
  const kindOf = ({ kind }: NotificationContent) =>
    kinds[kind] as NotificationKind<NotificationContent['data']>;

  /**
   * Returns how a kind words several notifications; undefined for one notification, and for notifications of different
   * kinds.
   */
  function severalOf(contents: NotificationContents) {
    const [first, ...others] = contents;
    const isOneKind = others.length > 0 && others.every(({ kind }) => kind === first.kind);
    return isOneKind ? kindOf(first).several : undefined;
  }

  function headingOf(contents: NotificationContents, language: Language): string {
    const [first, ...others] = contents;
    if (others.length === 0) return kindOf(first).title(first.data, language);
    const count = contents.length;
    return (
      severalOf(contents)?.title(count, language) ??
      textsIn(language, 'push-and-email')('several.mixed', { count })
    );
  }

  function actionOf(contents: NotificationContents, language: Language): string {
    const t = textsIn(language, 'push-and-email');
    if (contents.length === 1) return t(`action.${contents[0].kind}`);
    return severalOf(contents)?.action?.(language) ?? t('action.mixed');
  }

  function linkOf(contents: NotificationContents): string {
    if (contents.length === 1) return pathOf(targetOf(contents[0]));
    return pathOf(severalOf(contents)?.target ?? { to: '/notifications' });
  }

  function bodyOf(contents: NotificationContents, most: number, language: Language): string {
    const lines = contents.slice(0, most).map((content) => kindOf(content).sentence(content.data, language));
    const left = contents.length - lines.length;
    if (left > 0) lines.push(textsIn(language, 'push-and-email')('more', { count: left }));
    return lines.join('\n');
  }

  return {
    /** Words a push in `language`, the account's, or in English and Hindi. */
    writePush(contents: NotificationContents, language: string | null): PushPayload {
      const part = (lang: Language) => ({
        title: headingOf(contents, lang),
        body: bodyOf(contents, inPush, lang),
      });
      const url = linkOf(contents);
      const lang = offeredLanguage(language);
      return lang ? { lang, en: part(lang), url } : { en: part('en'), hi: part('hi'), url };
    },

    /** Words an SMS of one line. */
    writeSms(number: string, chosen: string | null, publicUrl: string, contents: NotificationContents): Sms {
      const language = registeredLanguage(smsAccount, 'notice', offeredLanguage(chosen) ?? 'en');
      const text = textsIn(language, 'sms')('notice', {
        title: headingOf(contents, language),
        link: `${publicUrl}${linkOf(contents)}`,
      });
      return { kind: 'notice', language, number, text, until: Date.now() + day };
    },

    writeEmail(to: Recipient, publicUrl: string, contents: NotificationContents): Mail {
      const part = (language: Language): EmailText => {
        const t = textsIn(language, 'push-and-email');
        const reasons = kindsOf(contents)
          .map((kind) => t(`reason.${kind}`))
          .reduce((first, second) => t('reasons', { first, second }));
        const isAlwaysSent = contents.every((content) => kindOf(content).isAlwaysSent);
        return {
          subject: t('subject', { title: headingOf(contents, language) }),
          action: actionOf(contents, language),
          before: bodyOf(contents, inMail, language),
          after: isAlwaysSent ? t('afterAlways') : t('after', { reasons }),
        };
      };
      return writeLinkEmail(to, `${publicUrl}${linkOf(contents)}`, part);
    },
  };
}

export type NotificationWording = ReturnType<typeof notificationWording>;

function kindsOf(contents: NotificationContents): Kind[] {
  return [...new Set(contents.map(({ kind }) => kind))];
}

/** Writes an address as the web app does. */
function pathOf({ to, params = {}, search = {}, hash }: Target): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams({ ...search }).toString();
  return `${path}${query && `?${query}`}${hash ? `#${hash}` : ''}`;
}
