import { expect, test } from 'vitest';
import { findNameFault, findUsernameFault } from './rules.ts';
import { skeletonOf } from './skeleton.ts';

test.each([
  [
    'Latin',
    'Gurpreet Singh|Mary D’Souza|José Fernandes|A. P. J. Abdul Kalam|M/s Gill & Sons (Regd.)|7 Star Agro|Krishi Upaj Mandi Samiti|Ram-Lakhan Traders',
  ],
  [
    'Hindi',
    'रामू यादव|श्रीमती लक्ष्मी देवी|डॉ॰ हृषीकेश त्रिपाठी|फ़ैज़ ख़ाँ|बड़ेलाल गड़ेरिया|ज्ञानेंद्र द्विवेदी|कृष्णा क्षत्रिय|ऋतु शृंगी|कृषि उपज मंडी समिति',
  ],
  ['Marathi', 'ज्ञानेश्वर पाटील|तुकाराम शिर्के|ऱ्हाटकर|सौ. सुनंदा म्हात्रे|दऱ्याबाई|विठ्ठल कुलकर्णी'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ|ਹਰਪਾਲ ਸਿੰਘ ਢਿੱਲੋਂ|ਖ਼ੁਸ਼ਹਾਲ ਖ਼ਾਂ|ਜਸਵੰਤ ਕੌਰ|ਸ਼ੇਰ ਸਿੰਘ|ਅੰਮ੍ਰਿਤਪਾਲ'],
  ['Gujarati', 'ભૂપેન્દ્ર પટેલ|કૃષ્ણાબેન શાહ|જ્ઞાનેશ ત્રિવેદી|હૃદય મહેતા|રાઠોડ'],
  ['Bengali', 'সুভাষচন্দ্র বসু|বড়ুয়া|চাঁদ মিঞা|লক্ষ্মী মুখোপাধ্যায়|র‍্যাচেল|জ্যোতি গাঁই|উৎপল'],
  ['Odia', 'ଜଗନ୍ନାଥ ମହାପାତ୍ର|ଲକ୍ଷ୍ମୀପ୍ରିୟା|ଓଡ଼ିଆ ପଣ୍ଡା|ରଘୁନାଥ ମିଶ୍ର'],
  ['Tamil', 'முருகன்|லக்ஷ்மி கணேசன்|ஸ்ரீநிவாசன்|கோவிந்தராஜு|பொன்னுசாமி|தௌலத்'],
  ['Telugu', 'శ్రీనివాస్ రెడ్డి|లక్ష్మి|కృష్ణమూర్తి|వెంకటేశ్వర్లు|రాజ్యలక్ష్మీ'],
  ['Kannada', 'ಶ್ರೀನಿವಾಸ ಗೌಡ|ಕೃಷ್ಣಪ್ಪ|ಲಕ್ಷ್ಮೀದೇವಮ್ಮ|ಬಸವರಾಜು|ರಾಜ್‌ಕುಮಾರ್'],
  ['Malayalam', 'ശ്രീമാൻ|കൃഷ്ണൻകുട്ടി|ലക്ഷ്മി|ശ്രീമാന്‍|ഉണ്ണികൃഷ്ണൻ|മോഹൻലാൽ|സൗമ്യ'],
  ['others', 'محمد اقبال|شیخ عبداللہ|ᱥᱟᱱᱛᱟᱲ|ꯃꯅꯤꯄꯨꯔ|Gurpreet Singh ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ|शर्मा Traders'],
])('real names in %s are accepted', (_, names) => {
  const faults = names.split('|').map((name) => [name, findNameFault(name)]);
  expect(faults.filter(([, fault]) => fault)).toEqual([]);
});

test.each([
  ['a Cyrillic letter', 'Gurрreet Singh'],
  ['Cyrillic only', 'Гурприт Сингх'],
  ['Greek', 'Gυrpreet'],
  ['full-width letters', 'Ｇurpreet'],
  ['small capitals', 'ɢurpreet'],
  ['mathematical letters', '𝐆urpreet'],
  ['two scripts in a word', 'Gurpreet ਸਿnਘ'],
  ['two scripts of India', 'रामू ਸਿੰਘ'],
  ['a digit of another script', 'Ram১'],
  ['a tick', 'Gurpreet Singh ✅'],
  ['a heavy tick', 'Gurpreet Singh ✔'],
  ['an emoji', 'Gurpreet 👨‍🌾'],
  ['a star', 'Gurpreet ★'],
  ['a trademark', 'Gurpreet™'],
  ['a bullet', 'Gurpreet • Singh'],
  ['combining marks', `Gurpreet${'\u0301'.repeat(96)}`],
  ['one mark on a Latin letter', 'Gurpreet̶'],
  ['three marks on an Indian letter', 'राॅॉंम'],
  ['a mark twice', 'रामूू'],
  ['marks between joiners', 'रा\u200dा\u200dा\u200dाम'],
  ['a blank of Braille', 'Ram\u2800'],
  ['a Hangul filler', 'Ram \u3164'],
  ['digits only', '12345'],
  ['signs only', '...'],
  ['a link', 'gill@upi'],
])('a name with %s is refused', (_, name) => {
  expect(findNameFault(name)).toBe('nameInvalid');
});

const pretended = [
  'Upaj',
  'UPAJ',
  'Upaj Moderator',
  'Upaj Support',
  'Upaj Gill',
  'Team Upaj',
  'upaj-help',
  'Admin',
  'Admin Gill',
  'admin1',
  'Adm1n',
  'AdmIn',
  'Moderator',
  'rnoderator',
  'M0d3rator',
  'Support',
  '5upport',
  'Customer Care',
  'Official Support',
  'Deleted account',
  'DeIeted Account',
  'उपज',
  'उपज सहायता',
  'प्रशासक',
  'मॉडरेटर',
  'ਉਪਜ ਸਹਾਇਤਾ',
  'ஆதரவு',
  'హటాయా మోడరేటర్',
  'മോഡറേറ്റർ',
  'हटाया गया खाता',
];
test.each(pretended)('the name “%s” is reserved', (name) => {
  expect(findNameFault(name)).toBe('nameReserved');
});

test.each([
  'admin',
  'upaj',
  'support',
  'Upaj.Help',
  'upaj_support',
  'upajadmin',
  'moderator7',
  'उपज',
  '_admin_',
])('the username “%s” is reserved', (username) => expect(findUsernameFault(username)).toBe('nameReserved'));

test.each(['...', '._-', '----'])('the username “%s” has no letter', (username) => {
  expect(findUsernameFault(username)).toBe('usernameScript');
});

test.each([
  'badminton.fan',
  'gurpreet',
  'krishi.upaj.kendra',
  'adminder',
  'teamwork',
  'रामू.किसान',
  'supportive',
  '1234',
])('the username “%s” is accepted', (username) => expect(findUsernameFault(username)).toBeUndefined());

test.each([
  'Agro Support Services',
  'Kisan Help Centre',
  'Krishi Upaj Mandi',
  'किसान सेवा केंद्र',
  'Sarkar Service Station',
])('the firm “%s” is accepted', (name) => expect(findNameFault(name)).toBeUndefined());

test.each([
  ['Gurpreet Singh', 'Gurрreet Singh'],
  ['Gurpreet Singh', 'GURPREET  SINGH'],
  ['Gurpreet Singh', 'Gurpreet-Singh'],
  ['Gill', 'GiII'],
  ['Gill', 'G1ll'],
  ['Ramesh', 'Rarnesh'],
  ['Ramesh', 'Rámeşh'],
  ['Om', 'O\u200bm'],
  ['गोपाल', 'गाेपाल'],
  ['ओम', 'अाेम'],
  ['ਗੁਰੂ', 'ਗੁਰੂ'],
  ['കൂ', 'കു'],
  ['জয়', 'জয়'],
])('%s and %s look alike', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other));
});

test.each([
  ['Gurpreet Singh', 'Gurpreet Sidhu'],
  ['रामू', 'राम'],
  ['रूप', 'रुप'],
  ['ਗੁਰੂ', 'ਗੁਰੁ'],
  ['முருகன்', 'முருகண்'],
])('%s and %s do not look alike', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});
