import type { Notice, Notices, PushPayload } from '@upaj/contract/notify/notifications';
import { writeLetter, type LetterText } from '#src/platform/mail/letter.ts';
import type { Mail } from '#src/platform/mail/mail.ts';
import { commentWords } from './comment-words.ts';
import { followWords, likeWords, reviewWords } from './people-words.ts';
import { priceWords } from './price-words.ts';
import { anyKinds, type Language, type Words } from './words.ts';

/** Notices in one mail or push; of more it says how many. */
const inMail = 10;
const inPush = 3;

interface Told {
  title(language: Language): string;
  sentence(language: Language): string;
  path: string;
}

function tell(notice: Notice): Told {
  switch (notice.kind) {
    case 'price-alert':
      return withWords(priceWords, notice.data);
    case 'comment':
      return withWords(commentWords, notice.data);
    case 'like':
      return withWords(likeWords, notice.data);
    case 'follow':
      return withWords(followWords, notice.data);
    case 'review':
      return withWords(reviewWords, notice.data);
  }
}

function withWords<Data>(words: Words<Data>, data: Data): Told {
  return {
    title: (language) => words.title(data, language),
    sentence: (language) => words.sentence(data, language),
    path: words.path(data),
  };
}

const wordsByKind = {
  'price-alert': priceWords,
  comment: commentWords,
  like: likeWords,
  follow: followWords,
  review: reviewWords,
} as const;

function kindsOf(notices: Notices): Notice['kind'][] {
  return [...new Set(notices.map(({ kind }) => kind))];
}

function severalOf(notices: Notices): Words<never>['several'] {
  const [kind, ...others] = kindsOf(notices);
  return kind && others.length === 0 ? wordsByKind[kind].several : anyKinds;
}

function titleOf(notices: Notices, language: Language): string {
  return notices.length === 1
    ? tell(notices[0]).title(language)
    : severalOf(notices)[language].title(notices.length);
}

function pathOf(notices: Notices): string {
  return notices.length === 1 ? tell(notices[0]).path : severalOf(notices).path;
}

function linesOf(notices: Notices, most: number, language: Language): string {
  const lines = notices.slice(0, most).map((notice) => tell(notice).sentence(language));
  const left = notices.length - lines.length;
  if (left > 0)
    lines.push(language === 'en' ? `And ${left} more.` : left === 1 ? 'और 1 सूचना।' : `और ${left} सूचनाएं।`);
  return lines.join('\n');
}

/** One push, however many notices. */
export function writePush(notices: Notices): PushPayload {
  const part = (language: Language) => ({
    title: titleOf(notices, language),
    body: linesOf(notices, inPush, language),
  });
  return { en: part('en'), hi: part('hi'), url: pathOf(notices) };
}

/** One mail, however many notices. */
export function writeNoticeLetter(to: string, publicUrl: string, notices: Notices): Mail {
  const part = (language: Language): LetterText => {
    const reasons = kindsOf(notices).map((kind) => wordsByKind[kind][language].reason);
    return {
      subject: `${language === 'en' ? 'Upaj' : 'उपज'}: ${titleOf(notices, language)}`,
      action:
        notices.length === 1
          ? wordsByKind[notices[0].kind][language].action
          : severalOf(notices)[language].action,
      before: linesOf(notices, inMail, language),
      after:
        language === 'en'
          ? `You received this email because of ${reasons.join(' and ')} on Upaj. You can turn off these emails in your notification settings.`
          : `उपज से यह ईमेल ${reasons.join(' और ')} के कारण आया है। ऐसे ईमेल आप उपज की सेटिंग में बंद कर सकते हैं।`,
    };
  };
  return writeLetter(to, `${publicUrl}${pathOf(notices)}`, { en: part('en'), hi: part('hi') });
}
