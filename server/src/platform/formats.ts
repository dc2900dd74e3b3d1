import { inEachLanguage } from './texts.ts';

export const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

export const datesInIndia = inEachLanguage(
  (language) =>
    new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { dateStyle: 'long', timeZone: 'Asia/Kolkata' }),
);

/** Days do not depend on the time zone. */
export const longDates = inEachLanguage(
  (language) => new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' }),
);
