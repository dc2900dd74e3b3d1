import type { SlipTexts } from './slip-lines.ts';

const width = 1240;
const margin = 64;
const gap = 48;
const column = (width - 2 * margin - gap) / 2;
const sizes = {
  title: { font: '700 48px', height: 84 },
  label: { font: '400 26px', height: 38 },
  value: { font: '600 32px', height: 46 },
  total: { font: '700 44px', height: 64 },
  note: { font: '400 24px', height: 36 },
} as const;
type Size = keyof typeof sizes;

interface Cell {
  size: Size;
  text: string;
}

/** Draws the slip as it is printed: both languages side by side, black on white. */
export async function drawSlip(columns: readonly SlipTexts[]): Promise<Blob> {
  const { fonts } = document as Partial<Document>;
  await fonts?.ready;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  canvas.width = width;
  // The slip is drawn twice, the first time only to find its height.
  canvas.height = draw(context, columns);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  draw(context, columns);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no image'))),
      'image/png',
    );
  });
}

function draw(context: CanvasRenderingContext2D, columns: readonly SlipTexts[]): number {
  context.fillStyle = 'black';
  context.textBaseline = 'middle';
  let y = margin;
  const row = (cellsOf: (texts: SlipTexts) => Cell[], space: number) => {
    const ends = columns.map((texts, index) =>
      cellsOf(texts).reduce((top, cell) => drawCell(context, cell, margin + index * (column + gap), top), y),
    );
    y = Math.max(...ends) + space;
  };
  const rule = () => context.fillRect(margin, y - 12, width - 2 * margin, 2);
  const [first] = columns;
  const lineCount = first?.lines.length ?? 0;

  row(({ title }) => [{ size: 'title', text: title }], 28);
  rule();
  if (first?.cancelled) {
    context.lineWidth = 6;
    context.strokeRect(margin + 3, y + 3, width - 2 * margin - 6, sizes.title.height);
    const text = columns.map(({ cancelled }) => cancelled).join(' / ');
    y = drawCell(context, { size: 'title', text }, margin + 24, y) + 34;
  }
  for (let index = 0; index < lineCount; index += 1) {
    row((texts) => cells(texts.lines[index], 'value'), 18);
  }
  rule();
  row(({ total }) => cells(total, 'total'), 18);
  rule();
  row(({ footer }) => [{ size: 'note', text: footer }], 150);
  for (const index of columns.keys()) {
    context.fillRect(margin + index * (column + gap), y - 16, column, 2);
    const signature = columns.map(({ signatures }) => signatures[index]).join(' / ');
    drawCell(context, { size: 'note', text: signature }, margin + index * (column + gap), y);
  }
  return y + 2 * sizes.note.height + margin;
}

function cells(line: SlipTexts['total'] | undefined, size: Size): Cell[] {
  return line
    ? [
        { size: 'label', text: line.label },
        { size, text: line.value },
      ]
    : [];
}

/** @returns the vertical position at which the next cell starts */
function drawCell(context: CanvasRenderingContext2D, { size, text }: Cell, x: number, top: number): number {
  const { font, height } = sizes[size];
  context.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  let y = top;
  for (const line of wrap(context, text)) {
    context.fillText(line, x, y + height / 2);
    y += height;
  }
  return y;
}

function wrap(context: CanvasRenderingContext2D, text: string): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ').flatMap((one) => cut(context, one))) {
      const longer = [lines.at(-1), word].filter(Boolean).join(' ');
      if (context.measureText(longer).width <= column || lines.at(-1) === '')
        lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

/** Cuts a word that is wider than the column. A vowel sign remains at its consonant. */
function cut(context: CanvasRenderingContext2D, word: string): string[] {
  if (context.measureText(word).width <= column) return [word];
  const parts = [''];
  for (const letter of word.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) {
    const longer = `${parts.at(-1)}${letter}`;
    if (context.measureText(longer).width <= column) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}
