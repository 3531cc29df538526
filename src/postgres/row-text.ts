import { Bug } from '../base/assert.js';
import type { SqlValue } from '../model/sql.js';

/**
 * Reads PostgreSQL's text form of a row, `(a,"b ""c""",,"")`: an empty field is null, an empty string is `""`
 * (PostgreSQL documentation, "Composite Type Input and Output Syntax").
 */
export function parseRowText(text: string): SqlValue[] {
  const refuse = () => {
    throw new Bug(`not a row: ${text}`);
  };
  if (!text.startsWith('(') || !text.endsWith(')')) refuse();
  const values: SqlValue[] = [];
  let at = 1;
  while (at < text.length) {
    let value = '';
    let quoted = false;
    let inQuotes = false;
    for (; ; at++) {
      const character = text.charAt(at);
      if (character === '') refuse();
      if (inQuotes) {
        if (character === '"' && text.charAt(at + 1) !== '"') inQuotes = false;
        else if (character === '"' || character === '\\') value += text.charAt(++at);
        else value += character;
      } else if (character === '"') {
        inQuotes = true;
        quoted = true;
      } else if (character === ',' || character === ')') break;
      else value += character;
    }
    values.push(value === '' && !quoted ? null : value);
    if (text.charAt(at) === ')' && at < text.length - 1) refuse();
    at++;
  }
  return values;
}
