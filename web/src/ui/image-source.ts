/** Only a picture from the web or from this site is ever asked for; anything else shows the placeholder. */
export function isShowable(source: string): boolean {
  return /^https?:\/\//i.test(source) || source.startsWith('/');
}
