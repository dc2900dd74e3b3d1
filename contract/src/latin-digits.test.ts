import { expect, it } from 'vitest';
import { latinDigits, mobileDigits } from './latin-digits.ts';

it.each([
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Gurmukhi', '੦੧੨੩੪੫੬੭੮੯'],
  ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
  ['Odia', '୦୧୨୩୪୫୬୭୮୯'],
  ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
  ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
  ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
  ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
  ['Urdu', '۰۱۲۳۴۵۶۷۸۹'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Santali', '᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙'],
  ['Manipuri', '꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹'],
  ['full-width', '０１２３４５６７８９'],
])('%s digits', (_, digits) => {
  expect(latinDigits(`${digits} kg`)).toBe('0123456789 kg');
});

it('leaves the rest as it is', () => {
  expect(latinDigits('1.5 டன், ₹௨,௫௦௦')).toBe('1.5 டன், ₹2,500');
});

it.each(['+৯১ ৯৮১২৩-৪৫৬৭০', '௦௯௮௧௨௩௪௫௬௭௦', '൯൮൧൨൩൪൫൬൭൦'])('reads the phone number %s', (typed) => {
  expect(mobileDigits(typed)).toBe('9812345670');
});
