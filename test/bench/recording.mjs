import { playScenario } from './bundled.mjs';

/**
 * What `scenarios` ask of PostgreSQL, in their order: played once on `server` through a port that writes down what goes
 * through it. `schema`, `statement`, `error` and `reset` are asked as they are; `look` stands behind each step.
 */
export async function recorded(scenarios, server) {
  const asked = [];
  const onEvent = ({ kind }) => {
    if (kind === 'step-ended') asked.push({ kind: 'look' });
  };
  for (const scenario of scenarios) await playScenario(scenario, recording(server, asked), { onEvent });
  // Each branch begins with a reset, and needs it behind itself just as well.
  return [...asked.slice(1), ...asked.slice(0, 1)];
}

function recording(server, asked) {
  return {
    reset: () => {
      asked.push({ kind: 'reset' });
      return server.reset();
    },
    setClock: (now) => server.setClock(now),
    createDatabase: async (name, definition) => {
      const database = await server.createDatabase(name, definition);
      const tables = (await database.tables()).map(({ table }) => table);
      asked.push({ kind: 'schema', name, definition, tables });
      return { ...database, session: (session) => recordingSession(database.session(session), asked) };
    },
  };
}

function recordingSession(session, asked) {
  let open = false;
  const ask = (text, parameters, asking) => {
    asked.push({ kind: 'statement', text, parameters });
    return asking.then((executed) => {
      open = executed.transaction !== 'none';
      return executed;
    });
  };
  return {
    name: session.name,
    begin: () => ask('BEGIN', [], session.begin()),
    execute: (text, parameters = []) => ask(text, parameters, session.execute(text, parameters)),
    commit: () => ask('COMMIT', [], session.commit()),
    rollback: () => ask('ROLLBACK', [], session.rollback()),
    raise: (code) => ask(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`, [], session.raise(code)),
    uncommitted: () => session.uncommitted(),
    close: () => {
      if (open) asked.push({ kind: 'statement', text: 'ROLLBACK', parameters: [] });
      open = false;
      return session.close();
    },
  };
}
