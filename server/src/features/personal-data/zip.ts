import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of a ZIP: its bytes, or how to come by them once it is its turn. */
export interface ZipEntry {
  path: string;
  content: Buffer | { size: number; open(): Promise<Readable> };
}

/**
 * Streams a ZIP whose length is known before its first byte: nothing is compressed, pictures least of all. One file is
 * open at a time. The stream fails when a file cannot be read or its size is another.
 */
export function streamZip(entries: readonly ZipEntry[]): { size: number; stream: Readable } {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let reading: Readable | undefined;
  for (const { path, content } of entries) {
    if (Buffer.isBuffer(content)) zip.addBuffer(content, path, { compress: false });
    else
      zip.addReadStreamLazy(path, { compress: false, size: content.size }, (give) => {
        content.open().then(
          (file) => {
            reading = file;
            if (stream.destroyed) file.destroy();
            else give(null, file);
          },
          (error: unknown) => give(error, undefined as never),
        );
      });
  }
  // A reader who goes away leaves no file open.
  stream.once('close', () => reading?.destroy());
  zip.on('error', (error: Error) => stream.destroy(error));
  let size = -1;
  // Called at once, as every size is known; its types leave the number out.
  const told = (total?: number) => (size = total ?? size);
  zip.end(undefined, told);
  return { size, stream };
}
