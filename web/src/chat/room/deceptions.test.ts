import { expect, test } from 'vitest';
import { findDeception } from './deceptions.ts';

test.each([
  'Please approve the collect request, then you get the money',
  'Accept my request on PhonePe',
  'request ko approve karo, paisa aa jayega',
  'Enter your UPI PIN to receive ₹5,000',
  'Scan this QR code to receive the money',
  'QR bheja hai, scan karo aur paise pao',
  'Tell me the OTP',
  'UPI पिन डालिए',
  'कलेक्ट रिक्वेस्ट मंजूर करो',
  'यह QR स्कैन करो, पैसे मिलेंगे',
  'ਰਿਕਵੈਸਟ ਮਨਜ਼ੂਰ ਕਰੋ',
  'QR સ્કેન કરો',
  'কোডটি স্ক্যান করুন',
  'ରିକ୍ୱେଷ୍ଟ ମଞ୍ଜୁର କରନ୍ତୁ',
  'QR ஸ்கேன் செய்யுங்கள்',
  'ఈ QR స్కాన్ చేయండి',
  'QR ಸ್ಕ್ಯಾನ್ ಮಾಡಿ',
  'QR സ്കാൻ ചെയ്യൂ',
])('“%s” asks for a PIN, a scan or an approval', (text) => {
  expect(findDeception(text)).toBe('pin');
});

test.each([
  '✅ Paid ₹25,000',
  'Paid',
  'Deal agreed',
  'Deal completed · UP-1024',
  'Gurpreet confirmed: Paid',
  'Payment received ₹40,000. Hand over the goods',
  'Upaj: your payment is on hold',
  'Upaj Support – verify your account',
  '✔ सौदा तय हुआ',
  'भुगतान हो गया ✅',
  'पैसे मिल गए',
  'ਸੌਦਾ ਪੱਕਾ',
  'સોદો નક્કી',
  'টাকা পেয়েছি',
  'பணம் கிடைத்தது',
  'డబ్బు అందింది',
  'ಹಣ ಬಂದಿದೆ',
  'പണം കിട്ടി',
  'ଟଙ୍କା ମିଳିଲା',
  'सौदा ठरला',
  'Deal #1024 paid',
  'ডিল ১০২৪',
  'Rs. 25,000 credited',
])('“%s” imitates the app', (text) => {
  expect(findDeception(text)).toBe('imitation');
});

test.each([
  'Is it available?',
  'Last price?',
  'You can come and see it.',
  'My pincode is 141401',
  'Pin code 141401, near the mandi',
  'पिन कोड 141401',
  'I paid 2300 last year at Khanna, what is your price now?',
  'How will it be paid?',
  'Can you deliver on Monday?',
  'I will pay half in advance and half on delivery',
  'My request: please keep 20 bags',
  'कल आऊंगा, माल तैयार रखना',
  'पैसे कब मिलेंगे?',
  'सौदा कितने में होगा?',
  'The upaj this year is good',
  'गेहूं 2400 में दे दूंगा',
  'Opinion of the others? Spinning mill wants cotton',
])('“%s” gets no warning', (text) => {
  expect(findDeception(text)).toBeUndefined();
});

test('a text of 2,000 characters is looked through in a moment', () => {
  const texts = ['a', 'pin ', 'scan ', '✅', ' ', 'qr ', 'upaj', '-'].map((part) =>
    part.repeat(2_000).slice(0, 2_000),
  );
  for (const text of texts) {
    const times = [1, 2, 3].map(() => {
      const began = performance.now();
      findDeception(text);
      return performance.now() - began;
    });
    expect(Math.min(...times)).toBeLessThan(20);
  }
});
