/**
 * Words for the digits from 0 to 9: English, then the ten Indian languages in their own script and as people type them
 * in Latin letters. '/' separates spellings.
 */
const digitLists = [
  'zero/oh one two three four five six seven eight nine',
  'shunya/sunya/sifar/jero/ziro ek/ik/ikk do/doh/don teen/tin/tinn char/chaar panch/paanch/paach/panj/pach chhe/chhah/chhai/chah/che/cheh/chha/sahaa/saha saat/sat/satt aath/ath/aat/atth nau/naw/naun',
  'pujyam/sunna/sonne/shunyo onnu/ondru/okati/ondu/ekta rendu/irandu/randu/eradu/dui/be moonu/moondru/moodu/mooru/tini/tran naalu/nalu/naangu/nalugu/nalku/chari anju/ainthu/anchu/aidu/paanchu aaru/aru/choy/chhoy ezhu/elu/edu ettu/enimidi/entu onbathu/ombathu/ombodhu/tommidi/ombattu/noy/nav',
  'शून्य/जीरो/ज़ीरो/शुन्य एक/वन दो/दोन/टू तीन/थ्री चार/फोर पांच/पाँच/पाच/फाइव छह/छः/छे/छ/सहा/सिक्स सात/सेवन आठ/एट नौ/नऊ/नाइन',
  'ਸਿਫ਼ਰ/ਸਿਫਰ/ਜ਼ੀਰੋ/ਜੀਰੋ ਇੱਕ/ਇਕ ਦੋ ਤਿੰਨ ਚਾਰ ਪੰਜ ਛੇ ਸੱਤ ਅੱਠ ਨੌਂ/ਨੌ',
  'શૂન્ય/ઝીરો એક બે ત્રણ ચાર પાંચ છ/છે સાત આઠ નવ',
  'শূন্য/জিরো এক দুই/দু তিন চার পাঁচ ছয়/ছ সাত আট নয়/ন',
  'ଶୂନ/ଶୂନ୍ୟ/ଜିରୋ ଏକ ଦୁଇ ତିନି ଚାରି ପାଞ୍ଚ ଛଅ ସାତ ଆଠ ନଅ',
  'பூஜ்யம்/பூஜ்ஜியம்/பூஜ்ஜியம்/சுழியம் ஒன்று/ஒண்ணு இரண்டு/ரெண்டு மூன்று/மூணு நான்கு/நாலு ஐந்து/அஞ்சு ஆறு ஏழு எட்டு ஒன்பது',
  'సున్నా/సున్న/జీరో ఒకటి రెండు మూడు నాలుగు ఐదు ఆరు ఏడు ఎనిమిది తొమ్మిది',
  'ಸೊನ್ನೆ/ಝೀರೋ ಒಂದು ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು ಆರು ಏಳು ಎಂಟು ಒಂಬತ್ತು',
  'പൂജ്യം ഒന്ന് രണ്ട് മൂന്ന് നാല് അഞ്ച് ആറ് ഏഴ് എട്ട് ഒമ്പത്/ഒൻപത്',
];

/** Numbers that English speakers use for two digits at once: 'ninety eight seventy six'. */
export const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');

export const digitOfWord: ReadonlyMap<string, string> = new Map([
  ...digitLists.flatMap((list) =>
    list
      .normalize('NFKC')
      .split(' ')
      .flatMap((spellings, digit) => spellings.split('/').map((word) => [word, String(digit)] as const)),
  ),
  ...tens.map((word, index) => [word, `${index + 2}0`] as const),
  ...teens.map((word, index) => [word, String(index + 10)] as const),
]);

export const englishDigits = (digitLists[0] ?? '').split(/[ /]/);

/** People who split a number write these between its parts. */
export const thenWords: ReadonlySet<string> = new Set(
  'then next after afterwards followed by phir fir baad uske pachi por apuram tarvata nantara pinne tarpare फिर उसके बाद मग नंतर त्यानंतर ਫਿਰ ਫੇਰ ਬਾਅਦ પછી ત્યારબાદ তারপর তারপরে ପରେ ତାପରେ பிறகு அப்புறம் பின்னர் తర్వాత తరువాత ನಂತರ ಆಮೇಲೆ പിന്നെ ശേഷം dash hyphen space डैश'
    .normalize('NFKC')
    .split(' '),
);

/** Two numbers with one of these words between them are amounts, not the halves of a phone number. */
export const measures: ReadonlySet<string> = new Set(
  'kg kgs kilo gram quintal quintals qtl qtls ton tons tonne tonnes bag bags katta bori acre litre litres liter box boxes piece pieces packet packets plant plants tree trees to se or per rs re inr rupee rupees lakh pin pincode lot किलो किग्रा क्विंटल कुंतल टन बोरी कट्टा एकड़ लीटर से तक या प्रति रु रुपये रुपए ₹ ਕੁਇੰਟਲ ਕਿਲੋ ਤੋਂ ਰੁਪਏ કિલો ક્વિન્ટલ થી રૂપિયા কেজি কুইন্টাল থেকে টাকা କିଲୋ କୁଇଣ୍ଟାଲ ଟଙ୍କା கிலோ குவிண்டால் முதல் ரூபாய் కిలో క్వింటాల్ నుంచి రూపాయలు ಕೆಜಿ ಕ್ವಿಂಟಲ್ ರೂಪಾಯಿ കിലോ ക്വിന്റൽ മുതൽ രൂപ'
    .normalize('NFKC')
    .split(' '),
);

export const atWords = 'at|एट|ऐट|ਐਟ|એટ|অ্যাট|ଆଟ|அட்|ఎట్|ಅಟ್|ആറ്റ്';
export const dotWords = 'dot|डॉट|डाट|डोट|ਡਾਟ|ਡੌਟ|ડોટ|ডট|ଡଟ|டாட்|డాట్|ಡಾಟ್|ഡോട്ട്';
export const mailProviders =
  'g ?mail|जीमेल|yahoo|ymail|hotmail|outlook|live|rediff(?:mail)?|icloud|proton(?:mail)?|zoho|aol|ok(?:axis|sbi|icici|hdfcbank)|ybl|ibl|axl|apl|upi|paytm|ptsbi|ptyes';
export const topDomains =
  'com|in|co|net|org|info|biz|io|me|app|shop|store|online|site|xyz|club|link|live|page|us|uk|dev|tech|top|ly|भारत';
export const chatApps =
  'insta(?:gram)?|ig|telegram|tele|tg|whats ?app|wa|face ?book|fb|snap(?:chat)?|signal|you ?tube|yt|twitter|इंस्टा(?:ग्राम)?|टेलीग्राम|व्हाट्सए?प|फेसबुक|यूट्यूब|ਇੰਸਟਾ(?:ਗ੍ਰਾਮ)?|ઇન્સ્ટા(?:ગ્રામ)?|ইনস্টা(?:গ্রাম)?|ଇନଷ୍ଟା(?:ଗ୍ରାମ)?|இன்ஸ்டா(?:கிராம்)?|ఇన్‌స్టా(?:గ్రామ్)?|ఇన్స్టా(?:గ్రామ్)?|ಇನ್ಸ್ಟಾ(?:ಗ್ರಾಮ್)?|ഇൻസ്റ്റാ(?:ഗ്രാം)?';
