import { expect, it } from 'vitest';
import { findWarning } from './warning.ts';

it.each([
  'Please approve the collect request',
  'I sent a collect-request for 500',
  'Accept my UPI payment request to get the money',
  'Enter your UPI PIN',
  'Scan this QR to receive the money',
  'tell me the OTP',
  'apna pin daalo',
  'क्यूआर स्कैन करें',
  'यूपीआई पिन डालें',
  'ওটিপি বলুন',
  'રિક્વેસ્ટ સ્વીકારો',
  'ਓਟੀਪੀ ਦੱਸੋ',
  'ଓଟିପି କୁହନ୍ତୁ',
  'ஓடிபியை அனுப்புங்கள்',
  'ఓటీపీ చెప్పండి',
  'ಯುಪಿಐ ಪಿನ್ ಹಾಕಿ',
  'റിക്വസ്റ്റ് സ്വീകരിക്കൂ',
])('warns of money: %s', (text) => expect(findWarning(text)).toBe('money'));

it.each([
  '✅ Deal agreed',
  'Upaj: your payment is confirmed',
  '[Upaj] Deal 1024 completed',
  'Deal #1024 paid',
  'Order no. 77 cancelled',
  'hello\n✓ You confirmed: Paid',
  'Payment received, send the goods',
  'Rs. 25,000 credited',
  'सौदा 1024 पूरा हुआ',
  'সৌদা\n✅ ডিল ১০২৪',
  'ഇടപാട് 1024',
])('warns of a line that looks like one of Upaj: %s', (text) => expect(findWarning(text)).toBe('deal'));

it.each([
  'Is it available?',
  'What is your pin code?',
  'My pincode is 141401',
  'Deal? Yes, 40 quintal at 2500',
  'I can deliver on Monday',
  'I saw your post on Upaj',
  'उपज अच्छी है',
  'उपज: गेहूं, 40 क्विंटल',
  'सौदा पक्का करें?',
  'I paid the transport 500 last time',
  'Shopping for onions',
])('says nothing about %s', (text) => expect(findWarning(text)).toBeUndefined());
