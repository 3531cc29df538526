/** What may stand between two words. */
const gap = String.raw`(?:\s|--[^\n]*\n|/\*[\s\S]*?\*/)`;
const set = String.raw`\b(?:re)?set${gap}+(?:(?:local|session)${gap}+)?`;

/** Runs what nobody has read before, or makes the session the owner of the whole server. */
const anything = [
  String.raw`\bexecute\b(?!${gap}+(?:on|function|procedure)\b)`,
  String.raw`\bsession(?:_|${gap}+)authorization\b`,
  String.raw`\bts_stat\b|\bts_rewrite\b|_to_xml`,
];

/** Sets a setting whose name has a dot, or may have one. */
const custom = [
  String.raw`${set}(?:u&|[^\s;=,()'*/-]+${gap}*\.)`,
  String.raw`\bset_config\b(?!${gap}*\(${gap}*'\w+'${gap}*,)`,
];

/** Lasts outside the schemas of the databases. */
const outside = [
  String.raw`\balter${gap}+(?:role|user)\b`,
  String.raw`\bdefault${gap}+privileges\b|\b(?:drop|reassign)${gap}+owned\b`,
];

const known = [
  `${set}"?(?:all|datestyle|intervalstyle|role|schema|search_path|session|time)`,
  String.raw`\bset_config\b|\bdiscard\b`,
];

const indelible = new RegExp([...anything, ...custom, ...outside].join('|'), 'i');
const changing = new RegExp([...anything, ...custom, ...known].join('|'), 'i');

/**
 * Whether `text`, a statement or a definition, may leave in the server what no reset removes; in doubt it may. A setting
 * whose name has a dot, for one, reads as empty from then on for as long as the backend lives, where a new server has none.
 */
export function isIndelible(text: string): boolean {
  return indelible.test(text);
}

/** Whether `text` may change what a session knows its database and the clock by, or how it prints; in doubt it may. */
export function mayChangeSettings(text: string): boolean {
  return changing.test(text);
}
