import Bowser from 'bowser';

/** 'Chrome on Android' from a User-Agent header; '' when it is unknown. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return '';
  const browser = Bowser.getParser(userAgent);
  return [browser.getBrowserName(), browser.getOSName()].filter(Boolean).join(' on ').slice(0, 60);
}
