/** How values become text in the captured rows, whatever a session has set for its own answers: as `tables()` shows them. */
const plainText = `SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, MDY'
  SET intervalstyle = 'postgres' SET bytea_output = 'hex' SET extra_float_digits = 1`;

/**
 * `capture` holds the row changes of the transaction that is open. A row trigger on each table writes it inside that very
 * transaction, so it is rolled back with it, to a savepoint too; after a commit it is read and emptied. The cost of a step
 * then follows what changed, not how many rows there are. `capture_listed` does the same for tables whose row in a
 * trigger is not yet the row that a query shows: of a partition, which may have its columns in another order, and of one
 * with virtual generated columns, which a trigger finds empty. Its arguments are the name of the table and the list of
 * what a query shows. What PostgreSQL prepares for a trigger it keeps even when the table is gone; so both leave as much
 * as they can to `write_down`, which is prepared once for all of them.
 */
export const captureSql = `
CREATE TABLE inbox_sim.capture (
  seq bigint GENERATED ALWAYS AS IDENTITY, database text NOT NULL, relation text NOT NULL, kind text NOT NULL,
  before text, after text
);

CREATE FUNCTION inbox_sim.write_down(text, text, text, text, text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO inbox_sim.capture(database, relation, kind, before, after) VALUES ($1, $2, $3, $4, $5);
  RETURN true;
END $$;

CREATE FUNCTION inbox_sim.capture() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER ${plainText} AS $$
DECLARE
  done boolean := inbox_sim.write_down(TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP, OLD::text, NEW::text);
BEGIN
  RETURN NULL;
END $$;

CREATE FUNCTION inbox_sim.capture_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER ${plainText} AS $$
DECLARE
  query text := format('SELECT ROW(%s)::text FROM (SELECT ($1).*) AS s', TG_ARGV[1]);
  before text;
  after text;
BEGIN
  IF TG_OP <> 'INSERT' THEN EXECUTE query INTO before USING OLD; END IF;
  IF TG_OP <> 'DELETE' THEN EXECUTE query INTO after USING NEW; END IF;
  PERFORM inbox_sim.write_down(TG_TABLE_SCHEMA, TG_ARGV[0], TG_OP, before, after);
  RETURN NULL;
END $$;

REVOKE EXECUTE ON FUNCTION inbox_sim.write_down FROM PUBLIC;
`;
