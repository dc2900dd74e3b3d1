import type { Notice, Notices, PushPayload, ReviewNotice } from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import { writeLetter, type LetterText } from '#src/platform/mail/letter.ts';
import type { Mail } from '#src/platform/mail/mail.ts';
import { inEachLanguage, textsIn } from '#src/platform/texts.ts';
import { priceSentence, priceTitle } from './price-wording.ts';

/** Notifications in one email or push; of more it says how many. */
const inMail = 10;
const inPush = 3;

function titleOf(notice: Notice, language: Language): string {
  const t = textsIn(language, 'push-and-email');
  switch (notice.kind) {
    case 'price-alert':
      return priceTitle(notice.data, language);
    case 'comment':
      return t(notice.data.isAnswer ? 'title.answer' : 'title.comment', { title: notice.data.title });
    case 'like':
      return t('title.like', { title: notice.data.title });
    case 'follow':
      return t('title.follow', { count: notice.data.count });
    case 'review':
      return t('title.review');
  }
}

function sentenceOf(notice: Notice, language: Language): string {
  const t = textsIn(language, 'notifications');
  const tSent = textsIn(language, 'push-and-email');
  switch (notice.kind) {
    case 'price-alert':
      return priceSentence(notice.data, language);
    case 'comment': {
      const { title, isAnswer, name, text } = notice.data;
      return name && text ? `${name}: ${text}` : tSent(isAnswer ? 'answer' : 'comment', { title });
    }
    case 'like': {
      const { title } = notice.data;
      return tSent('sentence', { text: t('liked', { people: peopleOf(notice.data, language), title }) });
    }
    case 'follow':
      return tSent('sentence', { text: t('followed', { people: peopleOf(notice.data, language) }) });
    case 'review':
      return tSent('sentence', { text: reviewOf(notice.data, language) });
  }
}

function peopleOf({ name, count }: { name: string | null; count: number }, language: Language): string {
  const t = textsIn(language, 'notifications');
  return name === null ? t('unnamedPeople', { count }) : t('people', { name, count });
}

function reviewOf({ name, rating }: ReviewNotice, language: Language): string {
  const t = textsIn(language, 'notifications');
  const values = { name: name ?? t('someone') };
  return rating ? t('rated', { ...values, rating }) : t('reviewed', values);
}

function pathOf(notice: Notice): string {
  switch (notice.kind) {
    case 'price-alert':
      return `/Market/rates/${notice.data.rateId}`;
    case 'comment':
      return `/post/${notice.data.postId}#comments`;
    case 'like':
      return `/post/${notice.data.postId}`;
    case 'follow': {
      const { count, username, owner } = notice.data;
      return count === 1 && username
        ? `/user/${encodeURIComponent(username)}`
        : `/user/${encodeURIComponent(owner)}/followers`;
    }
    case 'review':
      return '/Profile?tab=reviews';
  }
}

function kindsOf(notices: Notices): Notice['kind'][] {
  return [...new Set(notices.map(({ kind }) => kind))];
}

/** How several notifications are announced together. */
function severalOf(notices: Notices): 'price-alert' | 'comment' | 'mixed' {
  const [kind, ...others] = kindsOf(notices);
  return others.length === 0 && (kind === 'price-alert' || kind === 'comment') ? kind : 'mixed';
}

function headingOf(notices: Notices, language: Language): string {
  return notices.length === 1
    ? titleOf(notices[0], language)
    : textsIn(language, 'push-and-email')(`several.${severalOf(notices)}`, { count: notices.length });
}

function actionOf(notices: Notices, language: Language): string {
  const t = textsIn(language, 'push-and-email');
  if (notices.length === 1) return t(`action.${notices[0].kind}`);
  return t(severalOf(notices) === 'price-alert' ? 'action.prices' : 'action.mixed');
}

function linkOf(notices: Notices): string {
  if (notices.length === 1) return pathOf(notices[0]);
  return severalOf(notices) === 'price-alert' ? '/Market' : '/notifications';
}

function bodyOf(notices: Notices, most: number, language: Language): string {
  const lines = notices.slice(0, most).map((notice) => sentenceOf(notice, language));
  const left = notices.length - lines.length;
  if (left > 0) lines.push(textsIn(language, 'push-and-email')('more', { count: left }));
  return lines.join('\n');
}

/** One push, however many notifications. */
export function writePush(notices: Notices): PushPayload {
  const part = (language: Language) => ({
    title: headingOf(notices, language),
    body: bodyOf(notices, inPush, language),
  });
  return { ...inEachLanguage(part), url: linkOf(notices) };
}

/** One email, however many notifications. */
export function writeNoticeLetter(to: string, publicUrl: string, notices: Notices): Mail {
  const part = (language: Language): LetterText => {
    const t = textsIn(language, 'push-and-email');
    const reasons = kindsOf(notices)
      .map((kind) => t(`reason.${kind}`))
      .reduce((first, second) => t('reasons', { first, second }));
    return {
      subject: t('subject', { title: headingOf(notices, language) }),
      action: actionOf(notices, language),
      before: bodyOf(notices, inMail, language),
      after: t('after', { reasons }),
    };
  };
  return writeLetter(to, `${publicUrl}${linkOf(notices)}`, inEachLanguage(part));
}
