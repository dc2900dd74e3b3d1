import { timings } from '@upaj/contract/limits';
import type { LetterText } from '#src/mail/letter.ts';
import type { LinkPurpose } from './store.ts';

const minutes = timings.resetLink / 60_000;
const hours = timings.verifyLink / 3_600_000;

/** The words of the mails, by what their link is for. No name stands in them: anybody may register any address. */
export const letters: Record<LinkPurpose, Readonly<Record<'en' | 'hi', LetterText>>> = {
  'reset-password': {
    en: {
      subject: 'Upaj: choose a new password',
      action: 'Choose a new password',
      before: 'Somebody asked for a new password for your Upaj account. Open this link to choose one:',
      after: `The link works once, for ${minutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    },
    hi: {
      subject: 'उपज: नया पासवर्ड चुनें',
      action: 'नया पासवर्ड चुनें',
      before: 'किसी ने आपके उपज खाते के लिए नया पासवर्ड माँगा है। नया पासवर्ड चुनने के लिए यह लिंक खोलें:',
      after: `यह लिंक ${minutes} मिनट तक और एक ही बार चलता है। अगर यह आपने नहीं माँगा, तो कुछ न करें: आपका पासवर्ड वही रहेगा।`,
    },
  },
  'verify-email': {
    en: {
      subject: 'Upaj: is this your email address?',
      action: 'Yes, this is my address',
      before: 'An Upaj account was opened with this email address. Open this link if it is yours:',
      after: `The link works for ${hours} hours. If you have no account at Upaj, do nothing.`,
    },
    hi: {
      subject: 'उपज: क्या यह आपका ईमेल पता है?',
      action: 'हाँ, यह मेरा पता है',
      before: 'इस ईमेल पते से उपज पर एक खाता खोला गया है। अगर यह खाता आपका है, तो यह लिंक खोलें:',
      after: `यह लिंक ${hours} घंटे तक चलता है। अगर उपज पर आपका खाता नहीं है, तो कुछ न करें।`,
    },
  },
};
