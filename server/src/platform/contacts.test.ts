import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { honestTexts } from '#test/honest-texts.ts';
import { withoutContacts } from './contacts.ts';

test.each([
  ['Onion 50 9876543210', 'Onion 50 …'],
  ['Onion 9876543210 9876501234', 'Onion … …'],
  ['2 - 9876543210', '2 - …'],
  ['Rs.25 98765 43210', 'Rs.25 …'],
  ['Grade1 9876543210', 'Grade1 …'],
  ['9876543210-20 kg', '…-20 kg'],
  ['9876543210.50', '….50'],
  ['98765,43210', '…'],
  ['98765/43210', '…'],
  ['98765_43210', '…'],
  ['98-76-54-32-10', '…'],
  ['9 8 7 6 5 4 3 2 1 0', '…'],
  ['9.8.7.6.5.4.3.2.1.0', '…'],
  ['(98765) 43210', '(…'],
  ['98765 • 43210', '…'],
  ['98765\u200b43210', '…'],
  ['98765 📞 43210', '…'],
  ['9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣', '…️⃣'],
  ['+919876543210', '…'],
  ['+91 98765-43210 call', '… call'],
  ['+91-(0)-98765 43210', '…'],
  ['00919876543210', '…'],
  ['09876543210', '…'],
  ['919876543210', '…'],
  ['Onion9876543210kg', 'Onion…kg'],
  ['66666 98765 43210', '…'],
  ['70 98765 43210', '…'],
  ['98765 43210, 50 kg', '… kg'],
  ['0161-2401234', '…'],
  ['0161 240 1234 9876543210', '… …'],
  ['९८७६५ ४३२१०', '…'],
  ['गेहूं ५० ९८७६५४३२१०', 'गेहूं ५० …'],
  ['৯৮৭৬৫-৪৩২১০', '…'],
  ['੯੮੭੬੫ ੪੩੨੧੦', '…'],
  ['௯௮௭௬௫ ௪௩௨௧௦', '…'],
  ['９８７６５ ４３２１０', '…'],
  ['9876५ 43210', '…'],
  ['mail gill.farm@upaj.example now', 'mail … now'],
  ['gill @ gmail.com', '…'],
  ['gill@1mg.com', '…'],
  ['9876543210@ybl', '…'],
  ['98765 43210@ybl', '…'],
  ['pay gill@okaxis', 'pay …'],
  ['wa.me/919876543210', '…'],
  ['wa.me/98765 43210', '…'],
  ['see https://wa.me/message/ABC1', 'see …'],
  ['t.me/gillfarm', '…'],
  ['www.gill.example', '…'],
  ['gillfarm.in', '…'],
  ['gill at gmail.com', '…'],
  ['98765......43210', '…'],
  ['98765 ~~~~~~~~~~~~~ 43210', '…'],
  ['gill＠okaxis', '…'],
  ['⑨⑧⑦⑥⑤④③②①⓪', '…'],
  ['❾❽❼❻❺ ❹❸❷❶⓿', '…'],
  ['⁹⁸⁷⁶⁵⁴³²¹⁰', '…'],
  ['𝟗𝟖𝟕𝟔𝟓 𝟒𝟑𝟐𝟏𝟎', '…'],
  ['98765O432I', '…'],
  ['98765O4321', '…'],
  ['9O 8o 765 43210', '…'],
  ['98OOO 43210', '…'],
  ['see evil.club', 'see …'],
  ['see my-farm.co.uk now', 'see … now'],
  ['खेत.भारत', '…'],
  ['98765 then 43210', '…'],
  ['call 98765 and then after that 43210', 'call …'],
  ['98765 phir 43210', '…'],
  ['98765 और 43210', '…'],
  ['98765 wheat 43210', '…'],
  ['987 फिर 654 फिर 3210', '…'],
  ['9876S 432lO', '…'],
  ['9B765 4321O', '…'],
  ['98765-4321l', '…'],
  ['call98765O4321now', 'call…now'],
  ['98 OOO 43210', '…'],
  ['nine eight seven six five four three two one zero', '…'],
  ['Nine-Eight-7-six-5 four 3 two 1 zero', '…'],
  ['nineeightsevensixfivefourthreetwoonezero', '…'],
  ['double nine 8 triple seven 6 5 4 3', '…'],
  ['ninety eight seventy six fifty four thirty two ten', '…'],
  ['nau aath saat chhe paanch char teen do ek shunya', '…'],
  ['नौ आठ सात छह पांच चार तीन दो एक शून्य', '…'],
  ['नाइन एट सेवन सिक्स फाइव फोर थ्री टू वन जीरो', '…'],
  ['नऊ आठ सात सहा पाच चार तीन दोन एक शून्य', '…'],
  ['ਨੌਂ ਅੱਠ ਸੱਤ ਛੇ ਪੰਜ ਚਾਰ ਤਿੰਨ ਦੋ ਇੱਕ ਸਿਫ਼ਰ', '…'],
  ['નવ આઠ સાત છ પાંચ ચાર ત્રણ બે એક શૂન્ય', '…'],
  ['নয় আট সাত ছয় পাঁচ চার তিন দুই এক শূন্য', '…'],
  ['ନଅ ଆଠ ସାତ ଛଅ ପାଞ୍ଚ ଚାରି ତିନି ଦୁଇ ଏକ ଶୂନ', '…'],
  ['ஒன்பது எட்டு ஏழு ஆறு ஐந்து நான்கு மூன்று இரண்டு ஒன்று பூஜ்யம்', '…'],
  ['తొమ్మిది ఎనిమిది ఏడు ఆరు ఐదు నాలుగు మూడు రెండు ఒకటి సున్నా', '…'],
  ['ಒಂಬತ್ತು ಎಂಟು ಏಳು ಆರು ಐದು ನಾಲ್ಕು ಮೂರು ಎರಡು ಒಂದು ಸೊನ್ನೆ', '…'],
  ['ഒമ്പത് എട്ട് ഏഴ് ആറ് അഞ്ച് നാല് മൂന്ന് രണ്ട് ഒന്ന് പൂജ്യം', '…'],
  ['onbathu ettu ezhu aaru anju naalu moonu rendu onnu zero', '…'],
  ['gill(at)gmail(dot)com', '…'],
  ['mail gill [at] gmail [dot] com now', 'mail … now'],
  ['gill at gmail dot com', '…'],
  ['gill @ gmail dot com', '…'],
  ['gill एट जीमेल.com', '…'],
  ['गिल (एट) gmail डॉट com', '…'],
  ['gill at ybl', '…'],
  ['gill@gmail com', '…'],
  ['gill＠gmail。com', '…'],
  ['gill@gmail・com', '…'],
  ['gillfarm。in', '…'],
  ['gillfarm • com', '…'],
  ['gillⓐokaxis', '…'],
  ['insta: @gillfarm', 'insta: @…'],
  ['Insta @gill_farm', 'Insta …'],
  ['instagram id - gillfarm', 'instagram id - …'],
  ['telegram:gillfarm', 'telegram:…'],
  ['इंस्टा: @gillfarm', 'इंस्टा: @…'],
  ['follow @gill_farm', 'follow …'],
])('of “%s” the public sees “%s”', (text, expected) => {
  expect(withoutContacts(text)).toBe(expected);
});

test.each(honestTexts)('“%s” stays', (text) => {
  expect(withoutContacts(text)).toBe(text.normalize('NFKC'));
});

const demo = (name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../demo', name), 'utf8')) as Record<
    string,
    unknown
  >[];

test('no post and no person of the demo market looks like a contact', () => {
  const rows = [...demo('posts.json'), ...demo('wanted.json'), ...demo('people.json')];
  const fields = ['title', 'description', 'quantity', 'cropType', 'variety', 'fullName', 'bio', 'note'];
  const texts = rows
    .flatMap((row) => fields.map((field) => row[field]))
    .filter((text) => typeof text === 'string');
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => withoutContacts(text) !== text.normalize('NFKC'))).toEqual([]);
});

test.each([
  ['digits', '9 '],
  ['letters that look like digits', 'OlIS'],
  ['words for digits', 'nine '],
  ['glued words for digits', 'nineeight'],
  ['dots', 'a.'],
  ['at signs', 'a@'],
  ['spaces and at', 'gill at '],
  ['brackets', '(at)'],
  ['one long word', 'a'],
  ['marks', '़'],
  ['punctuation', '-'],
  ['an app', 'insta: '],
  ['halves', '98765 a '],
  ['hyphens in domains', 'a-'],
  ['expanding characters', 'ﷺ'],
])('a text of 2,000 characters of %s keeps nobody waiting', (_, part) => {
  const text = part.repeat(2_000).slice(0, 2_000);
  const times = [1, 2, 3, 4].map(() => {
    const began = performance.now();
    withoutContacts(text);
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(600);
});
