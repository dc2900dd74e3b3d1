/** '₹ १,२५०.५०' → '1250.50': amounts and pincodes as people and Hindi keyboards write them. */
export function plainNumber(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966)).replace(/[₹,\s]/g, '');
}
