/** A word of a number: a number, what it is multiplied by, and what is added to the next or to the last number. */
export interface NumberWord {
  kind: 'number' | 'times' | 'plus' | 'more';
  value: number;
}
