import type {
  NotificationContent,
  NotificationContents,
  PushPayload,
  ReviewData,
} from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import { writeLinkEmail, type EmailText, type Recipient } from '#src/platform/mail/link-email.ts';
import type { Mail } from '#src/platform/mail/transport.ts';
import { offeredLanguage, textsIn } from '#src/platform/texts.ts';
import { decisionSentences } from './decision-wording.ts';
import { dealPath, dealSentence, dealTitle, offerPath, offerSentence, offerTitle } from './deal-wording.ts';
import { cropNameIn, priceSentence, priceTitle } from './price-wording.ts';
import { describeSearch } from './search-wording.ts';

/** More are only counted. */
const inMail = 10;
const inPush = 3;

function titleOf(content: NotificationContent, language: Language): string {
  const t = textsIn(language, 'push-and-email');
  switch (content.kind) {
    case 'price-alert':
      return priceTitle(content.data, language);
    case 'comment':
      return t(content.data.isAnswer ? 'title.answer' : 'title.comment', { title: content.data.title });
    case 'like':
      return t('title.like', { title: content.data.title });
    case 'follow':
      return t('title.follow', { count: content.data.count });
    case 'review':
      return t('title.review');
    case 'saved-search':
      return t('title.saved-search', describeSearch(content.data, language));
    case 'wanted':
      return t('title.wanted', { crop: cropNameIn(content.data.cropType, language) });
    case 'wanted-match': {
      const { count, cropType } = content.data;
      return t('title.wanted-match', { count, crop: cropNameIn(cropType, language) });
    }
    case 'offer':
      return offerTitle(content.data, language);
    case 'deal':
      return dealTitle(content.data, language);
    case 'upi':
      return textsIn(language, 'notifications')('upi', content.data);
    case 'second-factor':
      return textsIn(language, 'notifications')('secondFactor', content.data);
    case 'moderation-decision':
      return t('title.moderation-decision', { event: content.data.event });
  }
}

function sentenceOf(content: NotificationContent, language: Language): string {
  const t = textsIn(language, 'notifications');
  const tSent = textsIn(language, 'push-and-email');
  switch (content.kind) {
    case 'price-alert':
      return priceSentence(content.data, language);
    case 'comment': {
      const { title, isAnswer, name, text } = content.data;
      return name && text ? `${name}: ${text}` : tSent(isAnswer ? 'answer' : 'comment', { title });
    }
    case 'like': {
      const { title } = content.data;
      return tSent('sentence', { text: t('liked', { people: peopleOf(content.data, language), title }) });
    }
    case 'follow':
      return tSent('sentence', { text: t('followed', { people: peopleOf(content.data, language) }) });
    case 'review':
      return tSent('sentence', { text: reviewOf(content.data, language) });
    case 'saved-search':
      return tSent('found', describeSearch(content.data, language));
    case 'wanted': {
      const { count, crops, name, cropType } = content.data;
      const values = { count, name: name ?? t('someone'), crop: cropNameIn(cropType, language) };
      return tSent('sentence', { text: t(crops > 1 ? 'wantedMore' : 'wanted', values) });
    }
    case 'wanted-match': {
      const { count, title, cropType } = content.data;
      const text = t('wantedMatch', { count, title, crop: cropNameIn(cropType, language) });
      return tSent('sentence', { text });
    }
    case 'offer':
      return tSent('sentence', { text: offerSentence(content.data, language) });
    case 'deal':
      return tSent('sentence', { text: dealSentence(content.data, language) });
    case 'upi':
      return tSent('upi');
    case 'second-factor':
      return tSent('secondFactor');
    case 'moderation-decision':
      return decisionSentences(content.data, language);
  }
}

function peopleOf({ name, count }: { name: string | null; count: number }, language: Language): string {
  const t = textsIn(language, 'notifications');
  return name === null ? t('unnamedPeople', { count }) : t('people', { name, count });
}

function reviewOf({ name, rating }: ReviewData, language: Language): string {
  const t = textsIn(language, 'notifications');
  const values = { name: name ?? t('someone') };
  return rating ? t('rated', { ...values, rating }) : t('reviewed', values);
}

function pathOf(content: NotificationContent): string {
  switch (content.kind) {
    case 'price-alert':
      return `/Market/rates/${content.data.rateId}`;
    case 'comment':
      return `/post/${content.data.postId}#comments`;
    case 'like':
      return `/post/${content.data.postId}`;
    case 'follow': {
      const { count, username, owner } = content.data;
      return count === 1 && username
        ? `/user/${encodeURIComponent(username)}`
        : `/user/${encodeURIComponent(owner)}/followers`;
    }
    case 'review':
      return '/Profile?tab=reviews';
    case 'saved-search':
      return `/Crops?${new URLSearchParams(content.data.query as Record<string, string>)}`;
    case 'wanted': {
      const { count, crops, wantedId, cropType } = content.data;
      if (count === 1 && crops === 1) return `/wanted/${wantedId}`;
      return crops === 1 ? `/wanted?cropType=${encodeURIComponent(cropType)}` : '/wanted';
    }
    case 'wanted-match': {
      const { count, postId, cropType } = content.data;
      return count === 1 ? `/post/${postId}` : `/Crops?cropType=${encodeURIComponent(cropType)}`;
    }
    case 'offer':
      return offerPath(content.data);
    case 'deal':
      return dealPath(content.data.dealId);
    case 'upi':
      return '/settings#upi';
    case 'second-factor':
      return '/settings#second-factor';
    case 'moderation-decision':
      return `/decisions/${content.data.decisionId}`;
  }
}

function kindsOf(contents: NotificationContents): NotificationContent['kind'][] {
  return [...new Set(contents.map(({ kind }) => kind))];
}

/** Also to people who turned emails off. */
function isAlwaysSent(kind: NotificationContent['kind']): boolean {
  return kind === 'upi' || kind === 'second-factor';
}

function severalOf(contents: NotificationContents): 'price-alert' | 'comment' | 'mixed' {
  const [kind, ...others] = kindsOf(contents);
  return others.length === 0 && (kind === 'price-alert' || kind === 'comment') ? kind : 'mixed';
}

function headingOf(contents: NotificationContents, language: Language): string {
  return contents.length === 1
    ? titleOf(contents[0], language)
    : textsIn(language, 'push-and-email')(`several.${severalOf(contents)}`, { count: contents.length });
}

function actionOf(contents: NotificationContents, language: Language): string {
  const t = textsIn(language, 'push-and-email');
  if (contents.length === 1) return t(`action.${contents[0].kind}`);
  return t(severalOf(contents) === 'price-alert' ? 'action.prices' : 'action.mixed');
}

function linkOf(contents: NotificationContents): string {
  if (contents.length === 1) return pathOf(contents[0]);
  return severalOf(contents) === 'price-alert' ? '/Market' : '/notifications';
}

function bodyOf(contents: NotificationContents, most: number, language: Language): string {
  const lines = contents.slice(0, most).map((content) => sentenceOf(content, language));
  const left = contents.length - lines.length;
  if (left > 0) lines.push(textsIn(language, 'push-and-email')('more', { count: left }));
  return lines.join('\n');
}

/** `language` is the account's. */
export function writePush(contents: NotificationContents, language: string | null): PushPayload {
  const part = (lang: Language) => ({
    title: headingOf(contents, lang),
    body: bodyOf(contents, inPush, lang),
  });
  const url = linkOf(contents);
  const lang = offeredLanguage(language);
  return lang ? { lang, en: part(lang), url } : { en: part('en'), hi: part('hi'), url };
}

export function writeNotificationEmail(
  to: Recipient,
  publicUrl: string,
  contents: NotificationContents,
): Mail {
  const part = (language: Language): EmailText => {
    const t = textsIn(language, 'push-and-email');
    const reasons = kindsOf(contents)
      .map((kind) => t(`reason.${kind}`))
      .reduce((first, second) => t('reasons', { first, second }));
    return {
      subject: t('subject', { title: headingOf(contents, language) }),
      action: actionOf(contents, language),
      before: bodyOf(contents, inMail, language),
      after: contents.every(({ kind }) => isAlwaysSent(kind)) ? t('afterAlways') : t('after', { reasons }),
    };
  };
  return writeLinkEmail(to, `${publicUrl}${linkOf(contents)}`, part);
}
