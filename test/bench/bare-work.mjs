/** Does on `db`, a PGlite, what was recorded, as somebody would write it who wants nothing but its effect. */
export async function bareWork(db, asked) {
  let schemas = [];
  for (const { kind, name, definition, tables, text, parameters } of asked) {
    if (kind === 'reset') {
      for (const schema of schemas) await db.exec(`DROP SCHEMA ${schema.name} CASCADE`);
      await db.exec('DISCARD ALL');
      schemas = [];
    } else if (kind === 'schema') {
      await db.exec(`CREATE SCHEMA ${name}; SET search_path = ${name}; ${definition}`);
      schemas.push({ name, tables });
    } else if (kind === 'statement') {
      // An error is an answer, too.
      await (parameters.length > 0 ? db.query(text, parameters) : db.exec(text)).catch(() => {});
    } else {
      for (const schema of schemas) {
        for (const table of schema.tables) await db.query(`SELECT * FROM ${schema.name}.${table}`);
      }
    }
  }
}
