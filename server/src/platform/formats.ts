import { inEachLanguage, intlTag } from './texts.ts';

export const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

export const datesInIndia = inEachLanguage(
  (language) => new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'Asia/Kolkata' }),
);

/** Days do not depend on the time zone. */
export const longDates = inEachLanguage(
  (language) => new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'UTC' }),
);
