import { skeletonOf } from './skeleton.ts';

/** The name of the market, in the scripts of its languages. */
const market = ['upaj', 'उपज', 'ਉਪਜ', 'ઉપજ', 'উপজ', 'ଉପଜ', 'உபஜ்', 'ఉపజ్', 'ಉಪಜ್', 'ഉപജ്', 'اپج'];

/** Nobody's name has one of these words. */
const roles = [
  'admin',
  'admins',
  'administrator',
  'moderator',
  'moderators',
  'sysadmin',
  'webmaster',
  'एडमिन',
  'ऍडमिन',
  'प्रशासक',
  'मॉडरेटर',
  'मॉडरेटर्स',
  'ਐਡਮਿਨ',
  'ਪ੍ਰਸ਼ਾਸਕ',
  'ਮਾਡਰੇਟਰ',
  'એડમિન',
  'પ્રશાસક',
  'મોડરેટર',
  'অ্যাডমিন',
  'প্রশাসক',
  'মডারেটর',
  'ଆଡମିନ',
  'ପ୍ରଶାସକ',
  'ମଡରେଟର',
  'அட்மின்',
  'நிர்வாகி',
  'மாடரேட்டர்',
  'అడ్మిన్',
  'నిర్వాహకుడు',
  'మోడరేటర్',
  'ಅಡ್ಮಿನ್',
  'ನಿರ್ವಾಹಕ',
  'ಮಾಡರೇಟರ್',
  'അഡ്മിൻ',
  'അഡ്മിനിസ്ട്രേറ്റർ',
  'മോഡറേറ്റർ',
];

/** These are names of a service if nothing else is beside them but the words themselves. */
const service = [
  'support',
  'help',
  'helpdesk',
  'helpline',
  'official',
  'customer',
  'care',
  'service',
  'staff',
  'team',
  'system',
  'security',
  'verified',
  'verification',
  'payment',
  'payments',
  'refund',
  'root',
  'info',
  'desk',
  'null',
  'undefined',
  'anonymous',
  'moderation',
  'sahayata',
  'madad',
  'everyone',
  'noreply',
  'postmaster',
  'सहायता',
  'मदद',
  'सपोर्ट',
  'ग्राहक',
  'सेवा',
  'आधिकारिक',
  'हेल्पलाइन',
  'साहाय्य',
  'सहाय्य',
  'मदत',
  'ਸਹਾਇਤਾ',
  'ਮਦਦ',
  'ਸਪੋਰਟ',
  'ગ્રાહક',
  'સહાય',
  'મદદ',
  'સપોર્ટ',
  'সহায়তা',
  'সাহায্য',
  'সাপোর্ট',
  'ସହାୟତା',
  'ସାହାଯ୍ୟ',
  'ସପୋର୍ଟ',
  'ஆதரவு',
  'உதவி',
  'சப்போர்ட்',
  'మద్దతు',
  'సహాయం',
  'సపోర్ట్',
  'ಬೆಂಬಲ',
  'ಸಹಾಯ',
  'ಸಪೋರ್ಟ್',
  'പിന്തുണ',
  'സഹായം',
  'സപ്പോർട്ട്',
];

/** What Upaj shows instead of the name of a deleted account, and ways to say it. */
const phrases = [
  'deleted account',
  'deleted user',
  'deleted',
  'former member',
  'unknown user',
  'unknown',
  'हटाया गया खाता',
  'हटाया हुआ खाता',
  'मिटाया गया खाता',
  'हटवलेले खाते',
  'ਮਿਟਾਇਆ ਖਾਤਾ',
  'ਹਟਾਇਆ ਖਾਤਾ',
  'કાઢી નાખેલું ખાતું',
  'ડિલીટ કરેલું ખાતું',
  'মুছে ফেলা অ্যাকাউন্ট',
  'ବିଲୋପ ହୋଇଥିବା ଖାତା',
  'நீக்கப்பட்ட கணக்கு',
  'తొలగించిన ఖాతా',
  'ಅಳಿಸಿದ ಖಾತೆ',
  'ಅಳಿಸಲಾದ ಖಾತೆ',
  'ഇല്ലാതാക്കിയ അക്കൗണ്ട്',
];

/** Digits that stand for letters: 'm0d3rator', '5upport'. */
const digitLetters: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't' };

function keyOf(text: string): string {
  return skeletonOf(text.replaceAll(/[3457]/g, (digit) => digitLetters[digit] ?? digit)).replaceAll('0', 'o');
}

const keysOf = (words: readonly string[]) => new Set(words.map(keyOf));
const marketKeys = keysOf(market);
const roleKeys = keysOf(roles);
const serviceKeys = keysOf(service);
const phraseKeys = keysOf(phrases);

/**
 * Returns whether a name or username pretends to be Upaj, its moderators or a deleted account. Digits at the ends do not
 * count: 'admin1'. The market's word is allowed in the middle, because mandi boards have it in their names.
 */
export function isReserved(name: string): boolean {
  const bare = name.normalize('NFKC').replaceAll(/^[\p{N}\s._-]+|[\p{N}\s._-]+$/gu, '');
  return [name, bare].some((text) => {
    const words = text
      .split(/[^\p{L}\p{M}\p{N}\u200c\u200d]+/u)
      .filter(Boolean)
      .map(keyOf);
    const whole = keyOf(text);
    const isOfService = (word: string) => serviceKeys.has(word) || roleKeys.has(word) || marketKeys.has(word);
    return (
      [...words, whole].some((word) => roleKeys.has(word)) ||
      phraseKeys.has(whole) ||
      (words.length > 0 && words.every(isOfService)) ||
      serviceKeys.has(whole) ||
      marketKeys.has(words[0] ?? '') ||
      marketKeys.has(words.at(-1) ?? '') ||
      (marketKeys.has(whole.slice(0, 4)) && isOfService(whole.slice(4)))
    );
  });
}
