import type { Readable } from 'node:stream';

/** Photos are stored in places. A place returns undefined for a file that it does not have. */
export interface Place {
  name: 'disk' | 'S3';
  open(file: string): Promise<Readable | undefined>;
  read(file: string): Promise<Buffer | undefined>;
  sizeOf(file: string): Promise<number | undefined>;
  /** Writes the whole file or nothing. */
  write(file: string, data: Buffer): Promise<void>;
  remove(file: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
  probe(): Promise<unknown>;
  close(): void;
}
