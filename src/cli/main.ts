import { CommanderError } from 'commander';
import { complain } from './complain.js';
import { exitCodes, UsageError } from './exit.js';
import { watchInterrupts } from './interrupt.js';
import { commandLine } from './program.js';
import { bugText } from './words.js';

/** Runs the command line and ends the process with the code that it came to. */
async function main(): Promise<void> {
  watchInterrupts();
  let code: number = exitCodes.asAnnounced;
  const program = commandLine((result) => {
    code = result;
  });
  try {
    if (process.argv.length <= 2) program.outputHelp();
    else await program.parseAsync();
  } catch (error) {
    code = explain(error);
  }
  // Threads and PostgreSQL would take their time to go; nothing of theirs is needed any more.
  await flushed(process.stdout);
  await flushed(process.stderr);
  process.exit(code);
}

/** Tells the user what went wrong; returns the exit code. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.asAnnounced : exitCodes.usage;
  if (error instanceof UsageError) {
    complain(`inbox-sim: ${error.message}\n`);
    return exitCodes.usage;
  }
  complain(`inbox-sim: ${bugText(error)}\n`);
  return exitCodes.bug;
}

/** Waits until a stream has handed on what was written to it, or until nobody takes it any more. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    stream.write('', () => resolve());
  });
}

for (const stream of [process.stdout, process.stderr]) {
  // Whoever writes handles the error; this listener only keeps a closed pipe from ending the process.
  stream.on('error', () => {});
}
await main();
