import { PgliteServer } from '../../dist/postgres/pglite-server.js';
import { median } from './process.mjs';

const schema = `
CREATE TABLE inbox (event_id text PRIMARY KEY);
CREATE TABLE history_events (event_id text PRIMARY KEY REFERENCES inbox (event_id), v int);
CREATE TABLE inventory (product_id text PRIMARY KEY, reserved int);
INSERT INTO inventory SELECT 'p' || n, 0 FROM generate_series(1, 20) n;
`;
const read = "SELECT reserved FROM inventory WHERE product_id = 'p1'";
const write = "UPDATE inventory SET reserved = reserved + 1 WHERE product_id = 'p20'";
const statements = 40;

async function each(times, work) {
  const begun = performance.now();
  for (let time = 0; time < times; time++) await work(time);
  return (performance.now() - begun) / times;
}

/**
 * Two sessions on one server, each with a transaction open that holds two rows: what a statement costs whose session is
 * not the one that spoke last, in statements of a session that goes on speaking.
 */
export async function sessionSwitch(pairs) {
  const server = new PgliteServer();
  const database = await server.createDatabase('shop', schema);
  const [a, b] = ['A', 'B'].map((name) => database.session(name));
  const plain = { read: [], write: [], switching: [] };
  for (let pair = 0; pair < pairs; pair++) {
    for (const session of [a, b]) {
      await session.begin();
      await session.execute('INSERT INTO inbox VALUES ($1)', [session.name]);
      await session.execute('INSERT INTO history_events VALUES ($1, 1)', [session.name]);
    }
    plain.read.push(await each(statements, () => b.execute(read)));
    plain.switching.push(await each(statements, (time) => [a, b][time % 2].execute(read)));
    await b.rollback();
    plain.write.push(await each(statements, () => a.execute(write)));
    await a.rollback();
  }
  await server.close();
  const ratio = (kind) => median(plain.switching.map((figure, pair) => figure / plain[kind][pair]));
  return { toRead: ratio('read'), toWrite: ratio('write') };
}
