/** `markup` does not escape values of this class. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}
export type { Markup };

type Part = Markup | string | number | undefined | readonly Part[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(escape).join('');
  return String(part).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Escapes each value, also for use in quoted attributes, and leaves out undefined ones. */
export function markup(template: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(escape)));
}

/** Writes a script of JSON-LD, which browsers do not run. */
export function jsonScript(type: string, data: object): Markup {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return new Markup(`<script type="${type}">${json}</script>`);
}

/** Marks text as safe markup. Pass only the content of our own files. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}
