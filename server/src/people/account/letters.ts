import { timings } from '@upaj/contract/limits';
import type { LetterText } from '#src/platform/mail/letter.ts';
import type { LinkPurpose } from './store.ts';

const minutes = timings.resetLink / 60_000;
const hours = timings.verifyLink / 3_600_000;

/** The words of the mails, by what their link is for. No name stands in them: anybody may register any address. */
export const letters: Record<LinkPurpose, Readonly<Record<'en' | 'hi', LetterText>>> = {
  'reset-password': {
    en: {
      subject: 'Upaj: choose a new password',
      action: 'Choose a new password',
      before: 'Someone requested a new password for your Upaj account. Open this link to choose one:',
      after: `The link works once and expires after ${minutes} minutes. If you did not request this, ignore this email. Your password stays the same.`,
    },
    hi: {
      subject: 'उपज: नया पासवर्ड चुनें',
      action: 'नया पासवर्ड चुनें',
      before: 'किसी ने उपज पर आपके खाते के लिए नया पासवर्ड मांगा है। नया पासवर्ड चुनने के लिए यह लिंक खोलें:',
      after: `यह लिंक ${minutes} मिनट तक और एक ही बार चलता है। अगर यह आपने नहीं मांगा, तो कुछ न करें: आपका पासवर्ड वही रहेगा।`,
    },
  },
  'verify-email': {
    en: {
      subject: 'Upaj: verify your email address',
      action: 'Verify my email address',
      before:
        'An Upaj account was created with this email address. If it is yours, open this link to verify it:',
      after: `The link expires after ${hours} hours. If you do not have an Upaj account, ignore this email.`,
    },
    hi: {
      subject: 'उपज: क्या यह आपका ईमेल है?',
      action: 'हां, यह मेरा ईमेल है',
      before: 'इस ईमेल से उपज पर एक खाता बनाया गया है। अगर यह खाता आपका है, तो यह लिंक खोलें:',
      after: `यह लिंक ${hours} घंटे तक चलता है। अगर उपज पर आपका खाता नहीं है, तो कुछ न करें।`,
    },
  },
};
