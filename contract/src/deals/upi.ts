/** Matches a UPI ID (VPA) such as 'gurpreet.singh@oksbi'. */
export const upiIdPattern = /^[a-z\d][a-z\d._-]{1,254}@[a-z][a-z\d]{1,63}$/i;

export interface UpiPayment {
  upiId: string;
  /** The seller's name on Upaj. The buyer's UPI app shows the name that the bank has. */
  payeeName: string;
  /** Rupees with two decimals. */
  amount: string;
  dealNumber: string;
}

/** Makes a link by NPCI's linking specification. It opens the UPI app of a phone; desktops show it as a QR code. */
export function upiLink({ upiId, payeeName, amount, dealNumber }: UpiPayment): string {
  const fields = { pa: upiId, pn: payeeName, am: amount, cu: 'INR', tn: `Upaj ${dealNumber}` };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&')}`.replace('%40', '@');
}
