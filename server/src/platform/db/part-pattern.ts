export function partPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
