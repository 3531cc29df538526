import { input, select } from '@inquirer/prompts';
import { TEMPLATES, type TemplateName } from '../templates/template.js';
import { words } from '../words.js';

/** Asks for what is not known yet; null where the user ends it. `problemOf` says what is wrong with an id. */
export async function askForScenario(
  known: { readonly id: string | undefined; readonly template: TemplateName | undefined },
  problemOf: (id: string) => string | null,
): Promise<{ readonly id: string; readonly template: TemplateName } | null> {
  // Ctrl-D closes the question without an answer: nothing is left to wait for, and the process would just end.
  const closed = new AbortController();
  const close = () => closed.abort();
  process.once('beforeExit', close);
  const context = { signal: closed.signal };
  try {
    const id =
      known.id ?? (await input({ message: words().askId, validate: (text) => problemOf(text) ?? true }, context));
    const template =
      known.template ??
      (await select(
        {
          message: words().askTemplate,
          choices: TEMPLATES.map((name) => ({ value: name, name: words().templates[name] })),
        },
        context,
      ));
    return { id, template };
  } catch (error) {
    if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)) return null;
    throw error;
  } finally {
    process.off('beforeExit', close);
  }
}
