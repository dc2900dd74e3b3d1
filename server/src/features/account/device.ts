import Bowser from 'bowser';

/** 'Chrome on Android' from what a browser says of itself; '' when it says nothing that is known. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return '';
  const browser = Bowser.getParser(userAgent);
  return [browser.getBrowserName(), browser.getOSName()].filter(Boolean).join(' on ').slice(0, 60);
}
