/** `name` as an SQL identifier, whatever characters it has. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `text` as an SQL string constant. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
