import stringWidth from 'string-width';
import { visible } from './visible.js';

/** The columns that `text` takes on a terminal. Most texts are plain ASCII, where that is their length. */
export function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks `text` into lines of at most `columns`, at spaces where there are any, else behind commas as in JSON, else anywhere. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string) => {
    if (line !== '' && widthOf(line + piece) > columns) {
      lines.push(line);
      line = '';
    }
    if (widthOf(piece) <= columns) {
      line += piece;
      return;
    }
    for (const { segment } of graphemes.segment(piece)) {
      if (line !== '' && widthOf(line + segment) > columns) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  };
  const put = (word: string) => {
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= columns) {
      line = joined;
      return;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const piece of word.split(/(?<=,)/)) add(piece);
  };
  for (const word of text.split(/ +|\n/)) put(word);
  lines.push(line);
  return lines;
}

/** `text` in lines that each begin with `indent` spaces and end before `columns`. */
export function paragraph(text: string, indent: number, columns: number): string[] {
  return wrap(visible(text), Math.max(10, columns - indent)).map((line) => (' '.repeat(indent) + line).trimEnd());
}

/** Further lines stand deeper than the first, so that it is seen where the next begins. */
export function hanging(text: string, indent: number, columns: number): string[] {
  const [first = '', ...rest] = paragraph(text, indent + 2, columns);
  return [' '.repeat(indent) + first.trimStart(), ...rest];
}

/**
 * A line of a difference, told by the sign or the two blanks that it begins with: as it is, blank for blank, what does
 * not fit below itself. Any other line is a paragraph.
 */
export function differenceLine(line: string, indent: number, columns: number): string[] {
  const [sign] = /^(?:[-+] | {2})/.exec(line) ?? [];
  if (sign === undefined) return paragraph(line, indent, columns);
  const width = Math.max(10, columns - indent - sign.length);
  const lines = [''];
  for (const { segment } of graphemes.segment(visible(line.slice(sign.length)))) {
    const last = lines.length - 1;
    if (widthOf(lines[last] + segment) > width) lines.push(segment);
    else lines[last] += segment;
  }
  return lines.map((part, index) => ' '.repeat(indent) + (index === 0 ? sign : '  ') + part);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export interface GridRow {
  /** One character before the row: what has changed about it. */
  readonly sign?: string;
  readonly cells: readonly string[];
  /** Colours a whole row; lines of cells are laid out before. */
  readonly paint?: (text: string) => string;
}

const plain = (text: string): string => text;
const gap = 2;
const signWidth = 2;
const narrowestCell = 9;

/**
 * A table whose first row is its heading: columns with two spaces between them and no lines, so that five columns fit
 * where boxes would not. Cells that are too long are broken over several lines; where even that leaves no room to read,
 * each row becomes a list of its cells with their headings. Nothing is cut off.
 */
export function grid(rows: readonly GridRow[], indent: number, columns: number): string[] {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (count === 0) return [];
  const natural = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...rows.map(({ cells }) => widthOf(cells[column] ?? ''))),
  );
  const widths = narrowed(natural, columns - indent - signWidth - gap * (count - 1));
  return widths ? sideBySide(rows, widths, indent) : oneBelowTheOther(rows, indent, columns);
}

function sideBySide(rows: readonly GridRow[], widths: readonly number[], indent: number): string[] {
  return rows.flatMap(({ sign = '', cells, paint = plain }) => {
    const lines = widths.map((width, column) => wrap(cells[column] ?? '', width));
    const height = Math.max(...lines.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => {
      const parts = [
        padEnd(line === 0 ? sign : '', signWidth - 1),
        ...lines.map((cell, column) => padEnd(cell[line] ?? '', widths[column] ?? 0)),
      ];
      const [first = '', ...others] = parts.map((part) => painted(part, paint));
      return `${' '.repeat(indent)}${first} ${others.join(' '.repeat(gap))}`.trimEnd();
    });
  });
}

/** Colours the text and not the blanks behind it. */
function painted(part: string, paint: (text: string) => string): string {
  const text = part.trimEnd();
  return text === '' ? part : paint(text) + part.slice(text.length);
}

function oneBelowTheOther([heading, ...rows]: readonly GridRow[], indent: number, columns: number): string[] {
  const names = heading?.cells ?? [];
  const width = Math.max(0, ...names.map(widthOf)) + gap;
  return rows.flatMap(({ sign = '', cells, paint = plain }) =>
    cells.flatMap((cell, column) =>
      wrap(cell, Math.max(narrowestCell, columns - indent - signWidth - width)).map((line, number) => {
        const before =
          number === 0 ? padEnd(column === 0 ? sign : '', signWidth) + padEnd(names[column] ?? '', width) : '';
        return ' '.repeat(indent) + paint(padEnd(before, signWidth + width) + line).trimEnd();
      }),
    ),
  );
}

/** Takes width from the widest columns until all fit; null when that would leave columns too narrow to read. */
function narrowed(natural: readonly number[], available: number): number[] | null {
  const widths = [...natural];
  for (;;) {
    const total = widths.reduce((sum, width) => sum + width, 0);
    if (total <= available) return widths;
    const widest = Math.max(...widths);
    if (widest <= narrowestCell) return null;
    widths[widths.indexOf(widest)] = widest - 1;
  }
}
