import type { Comment } from '@upaj/contract/trade/comments';

/** Whose it is and how it begins: one person may have written several. */
export function commentName({ author, text }: Comment): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const beginning = /^.{1,40}(?= |$)/u.exec(line)?.[0] ?? [...line].slice(0, 40).join('');
  return `${author.fullName}, ${beginning}${beginning === line ? '' : '…'}`;
}
