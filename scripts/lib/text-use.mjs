import ts from 'typescript';

/** @typedef {{ file: string; text: string }} Source `file` is relative, with slashes */
/** @typedef {Map<string, Record<string, string>>} Sections key → message, by section */

/** Attributes and properties whose value is read or heard. */
const SHOWN =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|hint|text|caption|removeLabel|waitLabel)$/;
/** Modules of the server that write to people. */
const WRITES = /^server\/src\/(?:.*\/(?:account\/emails|link-email|(?:\w+-)?wording)\.ts$)/;
const WORDS = /[\p{L}\p{M}]{2,}/u;
const SENTENCE = /\p{Script=Devanagari}|\p{L}{2,} \p{L}{2,}/u;
/** A source of data and a program: the same in every language. */
const NAMES = /^[^\p{L}]*(?:AGMARKNET|Open-Meteo|km|Upaj|उपज|Google|Facebook|WhatsApp)?[^\p{L}]*$/u;

/** @param {Source} source */
function parse({ file, text }) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** @param {ts.Node} node @returns {string | undefined} the fixed part of a text */
function literal(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ');
  if (ts.isJsxExpression(node) && node.expression) return literal(node.expression);
  return undefined;
}

/** @param {ts.Node} node @param {string} file */
function shownText(node, file) {
  if (WRITES.test(file)) {
    const text = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? literal(node) : undefined;
    return text !== undefined && SENTENCE.test(text.replace(/<[^>]*>?|[\w-]+:[^;]*;?/g, ''))
      ? text
      : undefined;
  }
  if (ts.isJsxText(node)) return node.text;
  if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)))
    return literal(node);
  if (ts.isJsxAttribute(node) && SHOWN.test(node.name.getText()) && node.initializer)
    return literal(node.initializer);
  if (file.startsWith('web/') && ts.isPropertyAssignment(node) && SHOWN.test(node.name.getText()))
    return literal(node.initializer);
  if (ts.isCallExpression(node) && /^(?:toast\.\w+|announce|useTitle)$/.test(node.expression.getText()))
    return node.arguments[0] && literal(node.arguments[0]);
  return undefined;
}

/** Texts for people that are in the code instead of a catalogue. @param {Source} source @returns {string[]} complaints */
export function findLooseTexts(source) {
  /** @type {string[]} */
  const complaints = [];
  const tree = parse(source);
  const visit = (/** @type {ts.Node} */ node) => {
    const text = shownText(node, source.file)?.trim();
    if (text && WORDS.test(text) && !NAMES.test(text)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      complaints.push(`${source.file}:${line} "${text.slice(0, 60)}" belongs into contract/texts`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return complaints;
}

/** Strings of a file as patterns: `` `sorts.${sort}` `` matches every key of the group. @param {Source} source */
function stringsOf(source) {
  /** @type {Set<string>} */
  const texts = new Set();
  /** @type {RegExp[]} */
  const patterns = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
      if (/^[\w.-]*$/.test(parts.join('')) && parts.some((part) => part.includes('.')))
        patterns.push(new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`));
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return { texts, patterns };
}

/** Sections that are read by code and key: the contract's types tie their keys to what is thrown and checked. */
const BY_CODE = ['errors', 'fields'];

/** Keys that nothing shows. @param {Sections} english @param {readonly Source[]} sources @returns {string[]} complaints */
export function findUnusedKeys(english, sources) {
  const files = sources.map((source) => ({ source, ...stringsOf(source) }));
  return [...english].flatMap(([section, messages]) => {
    const readers = BY_CODE.includes(section) ? files : files.filter(({ texts }) => texts.has(section));
    const groups = new Set(
      readers.flatMap(({ source }) =>
        [...source.text.matchAll(/textGroup\(\s*'([\w-]+)',\s*'([\w-]+)'/g)].flatMap(([, of, group]) =>
          of === section ? [group] : [],
        ),
      ),
    );
    return Object.keys(messages)
      .filter((key) => !groups.has(key.split('.')[0] ?? ''))
      .filter(
        (key) =>
          !readers.some(({ texts, patterns }) => texts.has(key) || patterns.some((one) => one.test(key))),
      )
      .map((key) => `contract/texts/en/${section}.json "${key}" is not used`);
  });
}
