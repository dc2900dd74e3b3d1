/** What a message asks its reader to do, or tries to look like. */
export type Warning = 'money' | 'deal';

const join = (words: string) => words.trim().split(/\s+/).join('|');
/** Words of India's scripts may have an ending. */
const oneOf = (latin: string, indian: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:(?:${latin})(?![\p{L}\p{M}\d])|(?:${join(indian)}))`, 'iu');

/** Asks for what only sends money: a collect request, a PIN, an OTP or a QR code. A pin code is a place. */
const money = oneOf(
  String.raw`collect[\s-]?req(?:uest)?|(?:accept|approve)(?:\s\S+){0,4}\sreq(?:uest)?|(?:upi|atm|m|your|apna)[\s-]?pin(?!\s?code)|otp|qr`,
  `कलेक्ट रिक्वेस्ट क्यूआर ओटीपी कलेक्शन কালেক্ট রিকোয়েস্ট কিউআর ওটিপি કલેક્ટ રિક્વેસ્ટ ક્યૂઆર ઓટીપી ਕਲੈਕਟ ਰਿਕਵੈਸਟ ਕਿਊਆਰ ਓਟੀਪੀ
   କଲେକ୍ଟ ରିକ୍ୱେଷ୍ଟ କ୍ୟୁଆର ଓଟିପି ரிக்வெஸ்ட் க்யூஆர் ஓடிபி రిక్వెస్ట్ క్యూఆర్ ఓటీపీ ರಿಕ್ವೆಸ್ಟ್ ಕ್ಯೂಆರ್ ಒಟಿಪಿ റിക്വസ്റ്റ് ക്യുആർ ഒടിപി
   यूपीआई\\s?पिन ইউপিআই\\s?পিন યુપીઆઈ\\s?પિન ਯੂਪੀਆਈ\\s?ਪਿੰਨ ୟୁପିଆଇ\\s?ପିନ யுபிஐ\\s?பின் యూపీఐ\\s?పిన్ ಯುಪಿಐ\\s?ಪಿನ್ യുപിഐ\\s?പിൻ`,
);

const deal = join('deal order सौदा डील ডিল સોદો ਸੌਦਾ ਡੀਲ ସଉଦା டீல் డీల్ ವ್ಯವಹಾರ ಡೀಲ್ ഇടപാട് ഡീൽ');
/** Begins with a sign or “Upaj:”, as if Upaj wrote it, or has the number of a deal or news of a payment. */
const imitation = new RegExp(
  String.raw`^\s*(?:[✓✔☑✅🔔⚠ℹ]|\[?upaj\s*[\]:—–-])|(?<![\p{L}\p{M}])(?:${deal})\s?(?:no\.?|number)?\s?#?\s?\p{Nd}+(?![\p{L}\p{M}])|(?:payment|amount|money)\s(?:is\s|was\s)?(?:received|confirmed|successful|credited)|(?:₹|rs\.?)\s?[\d,.]+\s(?:is\s|was\s)?(?:received|credited|paid)`,
  'imu',
);

/** Returns what the reader of somebody else's message must be warned of. */
export function findWarning(text: string): Warning | undefined {
  if (money.test(text)) return 'money';
  return imitation.test(text) ? 'deal' : undefined;
}
