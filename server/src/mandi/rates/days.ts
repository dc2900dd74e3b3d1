const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const isoDay = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const indianDay = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const namedDay = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})$/i;

export function readIndianDate(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDate] = isoDay.exec(text) ?? [];
  if (isoYear) return dayOf(isoYear, Number(isoMonth), Number(isoDate));
  const [, date, month, year] = indianDay.exec(text) ?? [];
  if (year) return dayOf(year, Number(month), Number(date));
  const [, dateNamed, name, yearNamed] = namedDay.exec(text) ?? [];
  if (name && yearNamed) return dayOf(yearNamed, months.indexOf(name.toLowerCase()) + 1, Number(dateNamed));
  return undefined;
}

function dayOf(year: string, month: number, date: number): string | undefined {
  if (month < 1 || month > 12 || date < 1 || date > daysIn(Number(year), month)) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
