const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

/** @param json that was parsed without an error */
export function hasRepeatedKey(json: string): boolean {
  const keysOfOpen: (Set<string> | undefined)[] = [];
  let text = '';
  for (const [found] of json.matchAll(token)) {
    if (found === '{') keysOfOpen.push(new Set());
    else if (found === '[') keysOfOpen.push(undefined);
    else if (found === '}' || found === ']') keysOfOpen.pop();
    else if (found !== ':') text = found;
    else {
      const key = JSON.parse(text) as string;
      const keys = keysOfOpen.at(-1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}
