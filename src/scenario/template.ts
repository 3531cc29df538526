/** A value that an actor remembers, named in a scenario as `${name.path}`. */
export interface Reference {
  readonly name: string;
  /** Where in the value: `first`, `last`, a number from 0, a column, a member of a JSON value. */
  readonly path: readonly string[];
}

/** A text with values in it: `order-${inserted.first.id}`. */
export type Template = readonly (string | Reference)[];

/** A value that may be null; null stands for SQL's NULL and for a record's missing key or value. */
export type ValueTemplate = Template | null;

/** The name of the row or record that an operation with `each` is at. */
export const eachName = 'each';

/** What stands between `${` and `}`. */
const referencePattern = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*(\.[\p{L}\p{N}_-]+)*$/u;

export type ParsedTemplate =
  | { readonly kind: 'template'; readonly template: Template }
  /** `text` is what is no reference. */
  | { readonly kind: 'wrong'; readonly text: string };

/** Reads the expressions in `text`. `$${` stands for `${` itself. */
export function parseTemplate(text: string): ParsedTemplate {
  const parts: (string | Reference)[] = [];
  let rest = text;
  let plain = '';
  for (let at = rest.indexOf('${'); at >= 0; at = rest.indexOf('${')) {
    if (rest[at - 1] === '$') {
      plain += `${rest.slice(0, at - 1)}\${`;
      rest = rest.slice(at + 2);
      continue;
    }
    plain += rest.slice(0, at);
    const end = rest.indexOf('}', at);
    const inside = end < 0 ? rest.slice(at + 2) : rest.slice(at + 2, end);
    if (end < 0 || !referencePattern.test(inside)) return { kind: 'wrong', text: `\${${inside}` };
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push(referenceOf(inside));
    rest = rest.slice(end + 1);
  }
  plain += rest;
  if (plain !== '' || parts.length === 0) parts.push(plain);
  return { kind: 'template', template: parts };
}

function referenceOf(inside: string): Reference {
  const [name = '', ...path] = inside.split('.');
  return { name, path };
}

export function referencesOf(template: ValueTemplate): readonly Reference[] {
  return (template ?? []).filter((part) => typeof part !== 'string');
}

/** As the scenario writes it. */
export function referenceText({ name, path }: Reference): string {
  return `\${${[name, ...path].join('.')}}`;
}

export function templateText(template: ValueTemplate): string {
  if (template === null) return 'null';
  return template.map((part) => (typeof part === 'string' ? part : referenceText(part))).join('');
}
