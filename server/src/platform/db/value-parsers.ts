const [date, numeric] = [1082, 1700];

/** Dates are read as text and numerics as numbers, as in JSON. Prices and quantities have at most 14 digits. */
export const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [date]: (text) => text,
  [numeric]: Number,
};
