/** A `like` pattern for texts that contain this part; escapes % and _. */
export function partPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
