import { expect, describe, it } from 'vitest';
import { quantityOf } from './quantity.ts';
import { readGoods } from './read-amount.ts';
import { quantityUnits } from './units.ts';

const readQuantity = (text: string) => quantityOf(readGoods(text));

describe('reads', () => {
  it.each([
    ['50 quintal', 50, 'quintal'],
    ['200 kg', 200, 'kg'],
    ['1,20,000 kg', 120_000, 'kg'],
    ['1,800 pieces', 1800, 'piece'],
    [' 1.5 Tonne ', 1.5, 'tonne'],
    ['200kg', 200, 'kg'],
    ['12 Qtl.', 12, 'quintal'],
    ['120 peti', 120, 'box'],
    ['32 litres', 32, 'liter'],
    ['0 kg', 0, 'kg'],
    ['300 boxes of 1 g', 300, 'box'],
    ['२०.५ क्विंटल', 20.5, 'quintal'],
    ['300 कि.ग्रा.', 300, 'kg'],
    ['௧,௨௦௦ கிலோ', 1200, 'kg'],
    ['৫০টি', 50, 'piece'],
    ['20 ಕೆ.ಜಿ.', 20, 'kg'],
    ['40 ಕ್ವಿಂಟಲ್\u200cಗಳು', 40, 'quintal'],
    ['30 పీస్\u200cలు', 30, 'piece'],
    ['16 ബാഗ്\u200d', 16, 'bag'],
  ])('%s', (text, quantity, unit) => {
    expect(readQuantity(text)).toEqual({ quantity, unit });
  });

  // After the language, each row has the names of kg, quintal, tonne, piece, box, bag and liter.
  describe.each([
    ['English', 'kg', 'quintals', 'tonnes', 'pieces', 'boxes', 'bags', 'liters'],
    ['Hindi', 'किलो', 'क्विंटल', 'टन', 'नग', 'पेटी', 'बोरी', 'लीटर'],
    ['Hindi, plural', 'किलोग्राम', 'कुंतल', 'टन', 'पीस', 'पेटियां', 'बोरियाँ', 'लीटर'],
    ['Bengali', 'কেজি', 'কুইন্টাল', 'টন', 'পিস', 'বাক্স', 'বস্তা', 'লিটার'],
    ['Marathi', 'किलो', 'क्विंटल', 'टन', 'नग', 'पेटी', 'गोणी', 'लिटर'],
    ['Marathi, plural', 'किलो', 'क्विंटल', 'टन', 'नग', 'पेट्या', 'गोण्या', 'लिटर'],
    ['Telugu', 'కిలో', 'క్వింటా', 'టన్ను', 'పీస్', 'పెట్టె', 'బస్తా', 'లీటరు'],
    ['Telugu, plural', 'కిలోలు', 'క్వింటాళ్లు', 'టన్నులు', 'పీసులు', 'పెట్టెలు', 'బస్తాలు', 'లీటర్లు'],
    ['Tamil', 'கிலோ', 'குவிண்டால்', 'டன்', 'பீஸ்', 'பெட்டி', 'மூட்டை', 'லிட்டர்'],
    ['Tamil, plural', 'கி.கி', 'குவின்டால்', 'டன்கள்', 'பீஸ்கள்', 'பெட்டிகள்', 'மூட்டைகள்', 'லிட்டர்கள்'],
    ['Gujarati', 'કિલો', 'ક્વિન્ટલ', 'ટન', 'નંગ', 'પેટી', 'ગુણી', 'લિટર'],
    ['Gujarati, plural', 'કિ.ગ્રા.', 'ક્વિંટલ', 'ટન', 'પીસ', 'પેટીઓ', 'ગુણીઓ', 'લીટર'],
    ['Kannada', 'ಕೆಜಿ', 'ಕ್ವಿಂಟಲ್', 'ಟನ್', 'ಪೀಸ್', 'ಬಾಕ್ಸ್', 'ಚೀಲ', 'ಲೀಟರ್'],
    ['Kannada, plural', 'ಕಿಲೋ', 'ಕ್ವಿಂಟಾಲ್', 'ಟನ್‌ಗಳು', 'ಪೀಸ್‌ಗಳು', 'ಪೆಟ್ಟಿಗೆಗಳು', 'ಚೀಲಗಳು', 'ಲೀಟರ್‌ಗಳು'],
    ['Odia', 'କେଜି', 'କୁଇଣ୍ଟାଲ', 'ଟନ୍', 'ପିସ୍', 'ପେଟି', 'ବସ୍ତା', 'ଲିଟର'],
    ['Malayalam', 'കിലോ', 'ക്വിന്റൽ', 'ടൺ', 'എണ്ണം', 'പെട്ടി', 'ചാക്ക്', 'ലിറ്റർ'],
    ['Malayalam, plural', 'കിലോഗ്രാം', 'ക്വിൻറൽ', 'ടൺ', 'പീസ്', 'പെട്ടികൾ', 'ചാക്കുകൾ', 'ലീറ്റർ'],
    ['Punjabi', 'ਕਿਲੋ', 'ਕੁਇੰਟਲ', 'ਟਨ', 'ਨਗ', 'ਪੇਟੀ', 'ਬੋਰੀ', 'ਲਿਟਰ'],
    ['Punjabi, plural', 'ਕਿਲੋ', 'ਕੁਇੰਟਲ', 'ਟਨ', 'ਪੀਸ', 'ਪੇਟੀਆਂ', 'ਬੋਰੀਆਂ', 'ਲੀਟਰ'],
  ])('%s', (_, ...names) => {
    it.each(quantityUnits.map((unit, index) => [`12.5 ${names[index]}`, unit]))('%s', (text, unit) => {
      expect(readQuantity(text)).toEqual({ quantity: 12.5, unit });
    });
  });

  it.each([
    '',
    '50',
    'quintal',
    'குவிண்டால் 60',
    'lots',
    '20 kg a day',
    '10 to 12 bags',
    '10-12 bags',
    '160 crates',
    '-5 kg',
    '1.234 kg',
    '1..5 kg',
    '99999999 kg',
    '5 kg 200 g',
    '500 g',
  ])('not %j', (text) => {
    expect(readQuantity(text)).toBeUndefined();
  });
});
