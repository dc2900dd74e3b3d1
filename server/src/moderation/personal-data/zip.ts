import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  path: string;
  content: Buffer | { size: number; open(): Promise<Readable> };
}

/** The files are not compressed, so that the length is known beforehand. */
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
  // Closes the open file when the reader disconnects.
  stream.once('close', () => reading?.destroy());
  zip.on('error', (error: Error) => stream.destroy(error));
  let size = -1;
  // This happens at once, because all sizes are known.
  const onSize = (total?: number) => (size = total ?? size);
  zip.end(undefined, onSize);
  return { size, stream };
}
