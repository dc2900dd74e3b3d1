/** What a text that has this part somewhere is `like`; % and _ stand for themselves. */
export function partPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
