import ts from 'typescript';

/** A source file. `file` is its path relative to the project, with slashes. */
export interface Source {
  file: string;
  text: string;
}

/** Attributes and properties whose value people see or hear. */
const SHOWN =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|hint|text|caption|removeLabel|waitLabel)$/;
/** Modules of the server with texts for people, such as those of emails. */
const WRITES = /^server\/src\/(?:.*\/(?:account\/emails|link-email|wording)|\w+\/notifications)\.ts$/;
const WORDS = /[\p{L}\p{M}]{2,}/u;
const SENTENCE = /\p{Script=Devanagari}|\p{L}{2,} \p{L}{2,}/u;
/** Names that are the same in every language, such as a source of data or a program. */
const NAMES = /^[^\p{L}]*(?:AGMARKNET|Open-Meteo|km|Upaj|उपज|Google|Facebook|WhatsApp)?[^\p{L}]*$/u;

function collect<Found>({ file, text }: Source, find: (node: ts.Node) => Found | undefined): Found[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found: Found[] = [];
  const visit = (node: ts.Node) => {
    const one = find(node);
    if (one !== undefined) found.push(one);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind));
  return found;
}

const partsOf = (node: ts.TemplateExpression) => [
  node.head.text,
  ...node.templateSpans.map(({ literal }) => literal.text),
];

/** Returns the fixed part of a text: a string, or a template without its values. */
function literal(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return partsOf(node).join(' ');
  return ts.isJsxExpression(node) ? literal(node.expression) : undefined;
}

/**
 * Returns whether a string is part of an SQL statement: those of notifications are in the same files as their texts.
 */
function isSql(node: ts.Node): boolean {
  if (node.parent && ts.isTaggedTemplateExpression(node.parent))
    return node.parent.tag.getText().startsWith('sql');
  return ts.isStringLiteral(node) && /^(?:is not(?: distinct from)?|[\w.]+ as \w+)$/.test(node.text);
}

function shownText(node: ts.Node, file: string): string | undefined {
  if (WRITES.test(file)) {
    const text = isSql(node) ? undefined : literal(node);
    const words = text?.replace(/<[^>]*>?|[\w-]+:[^;]*;?/g, '') ?? '';
    return SENTENCE.test(words) ? text : undefined;
  }
  if (ts.isJsxText(node)) return node.text;
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return literal(node);
  const isProperty = ts.isPropertyAssignment(node) && file.startsWith('web/');
  if ((ts.isJsxAttribute(node) || isProperty) && SHOWN.test(node.name.getText()))
    return literal(node.initializer);
  if (ts.isCallExpression(node) && /^(?:toast\.\w+|announce|useTitle)$/.test(node.expression.getText()))
    return literal(node.arguments[0]);
  return undefined;
}

/** Finds texts for people that are in the code instead of a catalogue. */
export function findLooseTexts(source: Source): string[] {
  const shown = collect(source, (node) => shownText(node, source.file)?.trim());
  return shown
    .filter((text) => WORDS.test(text) && !NAMES.test(text))
    .map((text) => `${source.file}: "${text.slice(0, 60)}"`);
}

/**
 * Returns a string that may be a key, or a template as a pattern: `` `sorts.${sort}` `` matches every key of the group.
 */
function patternOf(node: ts.Node): string | RegExp | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  const parts = ts.isTemplateExpression(node) ? partsOf(node) : [];
  const isKey = /^[\w.-]*$/.test(parts.join('')) && parts.some((part) => part.includes('.'));
  return isKey ? new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`) : undefined;
}

/**
 * Sections whose keys any file may name without naming the section. The contract's types make sure that such keys
 * exist.
 */
const BY_CODE = ['errors', 'fields'];

/** Finds keys of texts that no source uses. */
export function findUnusedKeys(
  english: Map<string, Record<string, string>>,
  sources: readonly Source[],
): string[] {
  const files = sources.map((source) => {
    const patterns = collect(source, patternOf);
    return {
      text: source.text,
      strings: new Set(patterns),
      patterns: patterns.filter((one) => typeof one !== 'string'),
    };
  });
  return [...english].flatMap(([section, messages]) => {
    const readers = BY_CODE.includes(section) ? files : files.filter(({ strings }) => strings.has(section));
    const groups = readers.flatMap(({ text }) =>
      [...text.matchAll(/textGroup\(\s*'([\w-]+)',\s*'([\w-]+)'/g)]
        .filter(([, of]) => of === section)
        .map(([, , group]) => `${group}.`),
    );
    const isUsed = (key: string) =>
      groups.some((group) => key.startsWith(group)) ||
      readers.some(({ strings, patterns }) => strings.has(key) || patterns.some((one) => one.test(key)));
    return Object.keys(messages)
      .filter((key) => !isUsed(key))
      .map((key) => `${section}.json "${key}"`);
  });
}
