import type { SqlOperation } from '../model/names.js';
import { tablesOf } from '../postgres/defined-tables.js';
import { tokensOf } from '../postgres/lexer.js';
import type { Refusal } from '../postgres/refusal.js';
import { describeDefinition, describeStatement } from '../postgres/statement.js';
import type { Located, Reader } from './reader.js';
import type { Statement } from './scenario.js';
import { parseTemplate, type ValueTemplate } from './template.js';

/** The tables that a schema definition creates; null where only PostgreSQL can tell. Reports what it may not hold. */
export function schemaTables(definition: Located<string>, reader: Reader): readonly string[] | null {
  const { refusal, unrepeatable } = describeDefinition(definition.value);
  if (refusal) reportRefusal(definition, refusal, 'definition', reader);
  for (const span of unrepeatable) reportUnrepeatable(definition, span, reader);
  const { tables, complete } = tablesOf(definition.value);
  return complete ? tables.map(({ name }) => name) : null;
}

/**
 * A statement of an actor or of an invariant: exactly one, nothing that is refused, its expressions made parameters.
 * `repeatable` are functions that answer the same in every run of this scenario, which elsewhere they do not.
 */
export function linkStatement(
  source: Located<string>,
  params: readonly ValueTemplate[],
  reader: Reader,
  place: 'step' | 'invariant' = 'step',
  repeatable: readonly string[] = [],
): { readonly statement: Statement; readonly operation: SqlOperation } | undefined {
  const bound = bindExpressions(source, params, reader);
  const { kind, second, refusal, unrepeatable } = describeStatement(source.value);
  if (kind === 'empty') return reader.wrongValue(source.span, 'sql-statement');
  if (refusal) return reportRefusal(source, refusal, 'step', reader);
  if (second) return reader.report('several-statements', reader.within(source, second), {});
  for (const span of unrepeatable) {
    if (!repeatable.includes(source.value.slice(span.start, span.end).toLowerCase())) {
      reportUnrepeatable(source, span, reader);
    }
  }
  if (!bound || !parametersAreGiven(source, params, place, reader)) return undefined;
  return { statement: bound, operation: kind === 'begin' || kind === 'commit' || kind === 'rollback' ? kind : 'sql' };
}

/** Expressions become parameters behind the given ones, so that a number too high would silently mean one of them. */
function parametersAreGiven(
  source: Located<string>,
  { length }: readonly ValueTemplate[],
  place: 'step' | 'invariant',
  reader: Reader,
): boolean {
  const given = place === 'step' ? length : null;
  const missing = tokensOf(source.value).filter(
    ({ kind, text }) => kind === 'parameter' && !(Number(text.slice(1)) >= 1 && Number(text.slice(1)) <= length),
  );
  for (const token of missing) {
    reader.report('missing-parameter', reader.within(source, token), { parameter: token.text, given });
  }
  return missing.length === 0;
}

/** `${...}` outside quotes becomes the next parameter; inside quotes it would be text, which nobody means. */
function bindExpressions(
  source: Located<string>,
  params: readonly ValueTemplate[],
  reader: Reader,
): Statement | undefined {
  const parameters: ValueTemplate[] = [...params];
  let text = '';
  let copied = 0;
  let right = true;
  for (const { kind, start, end, text: piece } of tokensOf(source.value)) {
    if (kind === 'expression') {
      const parsed = parseTemplate(piece);
      if (parsed.kind === 'template') parameters.push(parsed.template);
      else
        right =
          reader.report('wrong-expression', reader.within(source, { start, end }), { found: piece, why: 'syntax' }) ??
          false;
      text += `${source.value.slice(copied, start)}$${parameters.length}`;
      copied = end;
    } else if (kind === 'other' && source.value.startsWith('${', start)) {
      // No brace closes it, so that PostgreSQL would be given these signs.
      const found = source.value.slice(start).split(/\s/, 1)[0] ?? '';
      right =
        reader.report('wrong-expression', reader.within(source, { start, end: start + found.length }), {
          found,
          why: 'syntax',
        }) ?? false;
    } else if ((kind === 'string' || kind === 'dollar-string' || kind === 'identifier') && /\$\{[^}]*\}/.test(piece)) {
      right = reader.report('quoted-expression', reader.within(source, { start, end }), { found: piece }) ?? false;
    }
  }
  text += source.value.slice(copied);
  return right ? { source: source.value, text, parameters } : undefined;
}

function reportRefusal(
  source: Located<string>,
  refusal: Refusal,
  place: 'step' | 'definition',
  reader: Reader,
): undefined {
  const { code, words } = refusal;
  return reader.report('refused-statement', reader.within(source, refusal), { why: code, words, place });
}

function reportUnrepeatable(source: Located<string>, span: Located<string>['span'], reader: Reader): void {
  if (reader.isFull('wall-clock')) return;
  reader.report('wall-clock', reader.within(source, span), { word: source.value.slice(span.start, span.end) });
}
