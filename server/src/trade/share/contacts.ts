/** They turn the text around them too. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const zeros = [...'0०০੦૦୦௦౦೦൦٠۰᱐꯰０'].map((zero) => zero.charCodeAt(0));
/** Mobile numbers begin with one of these. */
const sixToNine = zeros.map((zero) => String.fromCharCode(zero + 6, 0x2d, zero + 9)).join('');
/** '50 kg x 200 bags' has two numbers, '₹500-₹600' too. */
const gap = String.raw`[^\p{L}\p{N}\p{Sc}]{0,5}`;

const longNumber = /\+?\p{Nd}{10,}/gu;
/** With gaps, to the end of the digits, because a short number may come first: '70 98765 43210'. Also landlines. */
const spacedNumber = new RegExp(
  String.raw`(?:\+${gap})?(?:[${sixToNine}]|(?<!\p{Nd})[${String.fromCharCode(...zeros)}]${gap}[1-9])(?:${gap}\p{Nd}){9,}`,
  'gu',
);

/** 'Onion@Rs.25' is a price. */
const notAmount = String.raw`(?!(?:rs|inr|re)[.\s\d])`;
const email = new RegExp(String.raw`[^\s@]+\s?@\s?${notAmount}(?=[\d-]*\p{L})[^\s@]+\.\p{L}{2,}\S*`, 'giu');
/** UPI: 'gill@okaxis'. */
const paymentAddress = new RegExp(String.raw`[^\s@]+@${notAmount}(?=\p{L})[^\s@]+`, 'giu');
const link = /(?:\w+:\/\/|www\.)\S+|[\p{L}\d-]+\.\p{L}{2,}\/\S+/giu;
const siteEndings = 'com|in|org|net|info|biz|me|co|xyz|shop|store|online|site|app|page|link';
const site = new RegExp(String.raw`(?:[\p{L}\d-]+\.)+(?:${siteEndings})(?![\p{L}\p{M}\d])`, 'giu');

/** Sellers type their number and address into titles, where robots collect them. */
export function withoutContacts(text: string): string {
  const patterns = [longNumber, spacedNumber, email, paymentAddress, link, site];
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '…'), text.replace(directionMarks, ''));
}
