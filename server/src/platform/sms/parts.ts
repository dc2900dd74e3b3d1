/** The letters of GSM 03.38. Those in the second group take two places. */
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const twice = /[\^{}\\[~\]|€]/g;

/** Returns in how many parts a text is sent: one letter outside GSM 03.38 makes all of them longer (3GPP TS 23.040). */
export function countParts(text: string): number {
  const isGsm = gsm.test(text);
  const length = text.length + (isGsm ? (text.match(twice)?.length ?? 0) : 0);
  const [single, joined] = isGsm ? [160, 153] : [70, 67];
  return length <= single ? 1 : Math.ceil(length / joined);
}
