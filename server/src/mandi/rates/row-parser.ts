export type OnRow = (cells: string[], line: number) => void;

export interface RowParser {
  line(): number;
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Longer rows are refused, because one without an end would fill the memory. */
export const longestRow = 10_000;
