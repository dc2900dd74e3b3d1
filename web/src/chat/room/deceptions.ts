/** A message that asks for a PIN, a scan or an approval to receive money. */
const pins =
  /\b(?:upi|u\.p\.i\.?|atm|m)?[\s-]*pin\b(?![\s-]*(?:code|kod|no\.?\s*\d{6}))|पिन(?!\s*कोड)|ਪਿੰਨ(?!\s*ਕੋਡ)|ਪਿਨ(?!\s*ਕੋਡ)|પિન(?!\s*કોડ)|পিন(?!\s*কোড)|ପିନ(?!\s*କୋଡ)|பின்(?=\s*(?:நம்பர|எண்))|பின்\s*போட|పిన్(?!\s*కోడ్)|ಪಿನ್(?!\s*ಕೋಡ್)|പിൻ(?=\s*(?:നമ്പ|അടി|നൽക))/iu;
const requests =
  /\b(?:collect|payment|upi|money|pay)\s+(?:request|req)|(?:approve|accept|allow)\s+(?:the\s+|my\s+|this\s+)?(?:collect|request|req|notification|payment)|request\s+(?:ko\s+)?(?:approve|accept|manjoor|manzoor)|(?:रिक्वेस्ट|रिक्वैस्ट|कलेक्ट)|ਰਿਕਵੈਸਟ|રિક્વેસ્ટ|রিকোয়েস্ট|ରିକ୍ୱେଷ୍ଟ|ரிக்வெஸ்ட்|రిక్వెస్ట్|ರಿಕ್ವೆಸ್ಟ್|റിക്വസ്റ്റ്/iu;
const scans =
  /\b(?:scan|skan)\b.{0,40}\b(?:qr|code|kod|it|this|receive)|\b(?:qr|q\.r\.?)\b.{0,40}\b(?:scan|skan|receive|pane|milega)|(?:स्कैन|स्कॅन|ਸਕੈਨ|સ્કેન|স্ক্যান|ସ୍କାନ|ஸ்கேன்|స్కాన్|ಸ್ಕ್ಯಾನ್|സ്കാൻ)/iu;
const otp = /\botp\b|ओटीपी|ਓਟੀਪੀ|ઓટીપી|ওটিপি|ଓଟିପି|ஓடிபி|ఓటీపీ|ಒಟಿಪಿ|ഒടിപി/iu;

/**
 * Lines of a deal, as the app shows them between the messages, in the languages of the market. A message that begins
 * with one and says little else imitates it.
 */
const lines = [
  'offer accepted|deal (?:agreed|completed|cancelled|confirmed|done)|paid|payment (?:received|successful|confirmed|done|completed)|money received|goods (?:received|handed over)|you confirmed|.{0,40} confirmed: ',
  'सौदा (?:तय|पक्का|पूरा|रद्द)|ऑफर (?:मंजूर|स्वीकार)|भुगतान (?:हुआ|हो गया|मिला|सफल)|पैसे (?:मिले|मिल गए|दिए)|व्यवहार (?:ठरला|पूर्ण)|सौदा (?:ठरला|पूर्ण)|पैसे (?:दिले|मिळाले)',
  'ਸੌਦਾ (?:ਤੈਅ|ਪੱਕਾ|ਪੂਰਾ)|ਪੈਸੇ (?:ਮਿਲੇ|ਮਿਲ ਗਏ|ਦਿੱਤੇ)|ਭੁਗਤਾਨ (?:ਹੋਇਆ|ਹੋ ਗਿਆ)|સોદો (?:નક્કી|પૂરો)|પૈસા (?:મળ્યા|ચૂકવ્યા)|ચુકવણી (?:થઈ|સફળ)',
  'চুক্তি (?:হয়েছে|সম্পন্ন)|টাকা (?:পেয়েছি|পাওয়া গেছে|দেওয়া হয়েছে)|পেমেন্ট (?:সফল|হয়েছে)|ସଉଦା (?:ସ୍ଥିର|ସମ୍ପୂର୍ଣ୍ଣ)|ଟଙ୍କା (?:ମିଳିଲା|ଦିଆଗଲା)',
  'ஒப்பந்தம் (?:முடிந்தது|உறுதி)|பணம் (?:கிடைத்தது|செலுத்தப்பட்டது|வந்தது)|డీల్ (?:కుదిరింది|పూర్తయింది)|డబ్బు (?:అందింది|చెల్లించారు)',
  String.raw`(?:deal|order|सौदा|डील|ডিল|સોદો|ਸੌਦਾ|ସଉଦା|டீல்|డీల్|ವ್ಯವಹಾರ|ഇടപാട്)\s?(?:no\.?|number)?\s?#?\s?\p{Nd}+(?!\p{L}|\s?(?:kg|quintal))|(?:₹|rs\.?)\s?[\d,.]+\s(?:received|credited|paid)`,
  'ವ್ಯವಹಾರ (?:ಒಪ್ಪಿದೆ|ಮುಗಿದಿದೆ)|ಹಣ (?:ಬಂದಿದೆ|ಪಾವತಿಯಾಗಿದೆ)|ഇടപാട് (?:ഉറപ്പിച്ചു|പൂർത്തിയായി)|പണം (?:കിട്ടി|നൽകി)',
].join('|');
/** Signs, such as ticks, and the name of the market come before the line. */
const imitation = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,10}(?:upaj|उपज)?[^\p{L}\p{N}]{0,10}(?:${lines}).{0,60}$`,
  'iu',
);
/** Who speaks as the market. */
const asMarket =
  /^[^\p{L}\p{N}]{0,10}(?:upaj|उपज|ਉਪਜ|ઉપજ|উপজ|ଉପଜ)(?:\s*(?:team|support|moderator|help|टीम))?\s*[:：|–-]/iu;
/** Long texts are stories, and take time to look through. */
const longest = 2_000;

/** Returns how a message may deceive its reader, if it does. */
export function findDeception(text: string): 'pin' | 'imitation' | undefined {
  const plain = text
    .slice(0, longest)
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '');
  if ([pins, requests, scans, otp].some((pattern) => pattern.test(plain))) return 'pin';
  const [first = ''] = plain.trim().split('\n', 1);
  return imitation.test(first) || asMarket.test(first) ? 'imitation' : undefined;
}
