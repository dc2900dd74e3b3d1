/**
 * A text in which disguises were replaced. `starts` and `ends` say for each UTF-16 unit which part of the original text
 * it came from.
 */
export interface Shadow {
  text: string;
  starts: readonly number[];
  ends: readonly number[];
}

export function shadowOf(text: string): Shadow {
  const starts = Array.from({ length: text.length }, (_, at) => at);
  return { text, starts, ends: starts.map((at) => at + 1) };
}

/** Replaces matches of a pattern that is global and matches no empty text. */
export function replaceIn(shadow: Shadow, pattern: RegExp, by: (...groups: string[]) => string): Shadow {
  const { text } = shadow;
  const made: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const copy = (from: number, to: number) => {
    made.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) {
      starts.push(shadow.starts[at] ?? 0);
      ends.push(shadow.ends[at] ?? 0);
    }
  };
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    const replacement = by(...match);
    const end = match.index + found.length;
    copy(last, match.index);
    last = end;
    if (replacement === found) {
      copy(match.index, end);
      continue;
    }
    made.push(replacement);
    const isSameLength = replacement.length === found.length;
    for (let at = 0; at < replacement.length; at += 1) {
      starts.push(shadow.starts[match.index + (isSameLength ? at : 0)] ?? 0);
      ends.push(shadow.ends[isSameLength ? match.index + at : end - 1] ?? 0);
    }
  }
  copy(last, text.length);
  return { text: made.join(''), starts, ends };
}

export type Span = readonly [start: number, end: number];

/** Returns which part of the original text a part of the shadow came from. */
export function originOf({ starts, ends }: Shadow, from: number, to: number): Span {
  return [starts[from] ?? 0, ends[to - 1] ?? 0];
}

/** Replaces each of these parts, and those that overlap together, by '…'. */
export function cutSpans(text: string, spans: readonly Span[]): string {
  const kept: string[] = [];
  let last = 0;
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    if (start >= last) kept.push(text.slice(last, start), '…');
    last = Math.max(last, end);
  }
  return kept.join('') + text.slice(last);
}
