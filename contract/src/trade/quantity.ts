import { latinDigits } from '../latin-digits.ts';
import { limits } from '../limits.ts';
import type { QuantityUnit } from './units.ts';

export interface Quantity {
  quantity: number;
  unit: QuantityUnit;
}

/**
 * Units as sellers write them, in any case. The first line of a unit has the Latin names, and each of the others one
 * script.
 */
const unitNames: Readonly<Record<QuantityUnit, string>> = {
  kg: `kg kgs kilo kilos kilogram kilograms
    किलो किलोग्राम किग्रा केजी
    কেজি কিলো কিলোগ্রাম
    કિલો કિલોગ્રામ કિગ્રા
    ਕਿਲੋ ਕਿੱਲੋ ਕਿਲੋਗ੍ਰਾਮ
    କେଜି କିଲୋ କିଲୋଗ୍ରାମ
    கிலோ கிலோகிராம் கிகி
    కిలో కిలోలు కేజీ కేజీలు
    ಕೆಜಿ ಕಿಲೋ ಕಿಲೊ ಕಿಲೋಗ್ರಾಂ
    കിലോ കിലോഗ്രാം കെജി`,
  quintal: `quintal quintals qtl qtls q kuintal kuntal
    क्विंटल क्विन्टल कुंतल कुन्तल कुंटल
    কুইন্টাল কুইন্টল
    ક્વિન્ટલ ક્વિંટલ
    ਕੁਇੰਟਲ ਕਵਿੰਟਲ ਕੁਵਿੰਟਲ
    କୁଇଣ୍ଟାଲ କୁଇଣ୍ଟାଲ୍ କ୍ୱିଣ୍ଟାଲ
    குவிண்டால் குவின்டால் குவிண்டால்கள்
    క్వింటా క్వింటాలు క్వింటాల్ క్వింటాళ్లు క్వింటాళ్ళు క్వింటాల
    ಕ್ವಿಂಟಲ್ ಕ್ವಿಂಟಾಲ್ ಕ್ವಿಂಟಲ್ಗಳು
    ക്വിന്റൽ ക്വിൻറൽ ക്വിന്റലുകൾ`,
  tonne: `tonne tonnes ton tons t mt
    टन
    টন
    ટન
    ਟਨ
    ଟନ୍ ଟନ
    டன் டன்கள்
    టన్ను టన్నులు టన్
    ಟನ್ ಟನ್ಗಳು
    ടൺ ടൺസ് ടണ്ണ്`,
  piece: `piece pieces pc pcs nos nag
    नग पीस
    পিস টি টা
    નંગ પીસ
    ਨਗ ਪੀਸ
    ପିସ୍ ପିସ ଟି
    பீஸ் பீஸ்கள் எண்ணம்
    పీస్ పీస్లు పీసులు
    ಪೀಸ್ ಪೀಸ್ಗಳು
    എണ്ണം പീസ്`,
  box: `box boxes peti petiyan
    पेटी पेटियां पेटियाँ पेट्या डिब्बा डिब्बे बॉक्स खोकी
    বাক্স পেটি বক্স
    પેટી પેટીઓ બોક્સ
    ਪੇਟੀ ਪੇਟੀਆਂ ਡੱਬਾ ਡੱਬੇ
    ପେଟି ବାକ୍ସ
    பெட்டி பெட்டிகள் பாக்ஸ்
    పెట్టె పెట్టెలు బాక్స్ బాక్సులు
    ಬಾಕ್ಸ್ ಬಾಕ್ಸ್ಗಳು ಪೆಟ್ಟಿಗೆ ಪೆಟ್ಟಿಗೆಗಳು
    പെട്ടി പെട്ടികൾ ബോക്സ്`,
  bag: `bag bags bori boriyan katta
    बोरी बोरियां बोरियाँ बोरा बोरे कट्टा कट्टे बैग गोणी गोण्या पोते पोती
    বস্তা ব্যাগ
    ગુણી ગુણીઓ ગૂણી કોથળા બોરી
    ਬੋਰੀ ਬੋਰੀਆਂ ਗੱਟੂ ਗੱਟੇ ਥੈਲੇ
    ବସ୍ତା ବ୍ୟାଗ୍
    மூட்டை மூட்டைகள் சாக்கு பை பைகள்
    బస్తా బస్తాలు బ్యాగు బ్యాగులు సంచి సంచులు
    ಚೀಲ ಚೀಲಗಳು ಮೂಟೆ ಮೂಟೆಗಳು ಬ್ಯಾಗ್
    ചാക്ക് ചാക്കുകൾ ബാഗ്`,
  liter: `liter liters litre litres ltr l
    लीटर लिटर
    লিটার
    લિટર લીટર
    ਲਿਟਰ ਲੀਟਰ
    ଲିଟର ଲିଟର୍
    லிட்டர் லிட்டர்கள்
    లీటరు లీటర్లు లీటర్ లీటర్ల
    ಲೀಟರ್ ಲೀಟರ್ಗಳು
    ലിറ്റർ ലീറ്റർ`,
};

const units = new Map(
  Object.entries(unitNames).flatMap(([unit, names]) =>
    names.split(/\s+/).map((name) => [name, unit as QuantityUnit]),
  ),
);

export const numberInText = /\d+(?:,\d+)*(?:\.\d+)?/;
/**
 * Full stops, as in "kgs.", and zero-width joiners and non-joiners, which only say how a word is drawn. Comparing
 * leaves them out, because people often do.
 */
const unspoken = /[.\u200c\u200d]/g;
const whole = new RegExp(
  String.raw`^\s*(${numberInText.source})\s*([\p{L}\p{M}.\u200c\u200d]+?)\.?\s*$`,
  'u',
);

/**
 * Reads '1,200 kg', '२० क्विंटल' and '50টি'. Returns undefined for anything else, such as '20 kg a day' or '10 to 12
 * bags'.
 */
export function readQuantity(text: string): Quantity | undefined {
  const [, amount = '', name = ''] = whole.exec(latinDigits(text)) ?? [];
  const unit = units.get(name.toLowerCase().replace(unspoken, ''));
  const quantity = Number(amount.replaceAll(',', ''));
  const isExact = /^\d+(?:\.\d{1,2})?$/.test(amount.replaceAll(',', ''));
  return unit && isExact && quantity <= limits.wanted.quantity ? { quantity, unit } : undefined;
}
