import { expect, it } from 'vitest';
import { toCsv } from './spent-table.tsx';

it('quotes what needs it, and runs no formulas', () => {
  const rows = [
    ['Month', 'Crop'],
    ['2026-11', 'Wheat, "Sharbati"'],
    ['2026-10', '=1+1', 52_500.5],
  ];
  expect(toCsv(rows)).toBe('\uFEFFMonth,Crop\r\n2026-11,"Wheat, ""Sharbati"""\r\n2026-10,\'=1+1,52500.5\r\n');
});
