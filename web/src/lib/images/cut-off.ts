/**
 * Whether a JPEG or PNG has no end. Firefox decodes such a file, and shows grey in place of what is missing. Other
 * formats are left to the decoder.
 */
export async function isCutOff(file: Blob): Promise<boolean> {
  const view = new DataView(await file.arrayBuffer());
  if (view.byteLength < 8) return false;
  if (view.getUint16(0) === 0xffd8) return isJpegCutOff(view);
  if (view.getUint32(0) === 0x89504e47) return isPngCutOff(view);
  return false;
}

const scan = 0xffda;
const end = 0xffd9;

/** The end is looked for behind the headers, because they can hold a preview with an end of its own. */
function isJpegCutOff(view: DataView): boolean {
  let at = 2;
  while (at + 4 <= view.byteLength) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return false;
    // Any number of these bytes may fill the space before a marker.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
    if (marker === scan) return !hasEnd(view, at);
  }
  return true;
}

function hasEnd(view: DataView, start: number): boolean {
  for (let at = start; at + 2 <= view.byteLength; at += 1) if (view.getUint16(at) === end) return true;
  return false;
}

const iend = 0x49454e44;

function isPngCutOff(view: DataView): boolean {
  let at = 8;
  while (at + 8 <= view.byteLength) {
    if (view.getUint32(at + 4) === iend) return false;
    at += 12 + view.getUint32(at);
  }
  return true;
}
