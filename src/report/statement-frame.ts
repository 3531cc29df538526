import { limits } from '../base/limits.js';
import { textOffset } from '../model/sql.js';
import { blanked } from './text/visible.js';

/** The line of a statement that PostgreSQL points at, and a caret under the place: `position` counts characters from 1. */
export function statementFrame(statement: string, position: number, columns: number): string[] {
  const offset = textOffset(statement, position);
  const start = statement.lastIndexOf('\n', offset - 1) + 1;
  const end = statement.indexOf('\n', offset);
  // Tabs and what is not seen are shown as one blank, so that the caret stays below what it points at.
  const line = blanked(statement.slice(start, end < 0 ? statement.length : end));
  const width = Math.max(20, Math.min(columns, limits.frameColumns) - 2);
  const column = offset - start;
  const from = column > width - 10 ? column - 10 : 0;
  const trimmed = line.slice(from, from + width).trimEnd();
  return [trimmed, `${' '.repeat(column - from)}^`];
}
