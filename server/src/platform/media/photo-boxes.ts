interface Box {
  type: string;
  content: number;
  /** Is behind the end of a file that was cut off. */
  end: number;
}

/** Lists the boxes of HEIC, AVIF and JPEG XL files. */
export function boxesOf(file: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 16 <= file.length;) {
    const isLong = file.readUInt32BE(at) === 1;
    const size = isLong ? Number(file.readBigUInt64BE(at + 8)) : file.readUInt32BE(at);
    // The last box may have no size.
    const end = size === 0 ? file.length : at + size;
    const content = at + (isLong ? 16 : 8);
    if (end < content) break;
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), content, end });
    at = end;
  }
  return boxes;
}
