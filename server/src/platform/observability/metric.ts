/** A number that `/metrics` reads when it is asked, or several by the values of one label. */
export interface Metric {
  name: `upaj_${string}`;
  help: string;
  kind: 'counter' | 'gauge';
  label?: string;
  find(): Found | Promise<Found>;
}

type Found = number | Readonly<Record<string, number>>;
