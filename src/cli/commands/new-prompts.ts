import { input, select } from '@inquirer/prompts';
import type { Language } from '../../model/text.js';
import { TEMPLATES, type TemplateName } from '../templates/template.js';

interface Prompts {
  readonly id: string;
  readonly template: string;
  readonly templates: Readonly<Record<TemplateName, string>>;
}

const prompts: Readonly<Record<Language, Prompts>> = {
  en: {
    id: 'Id of the scenario, which is also the name of its file',
    template: 'What shall it start from?',
    templates: {
      operations: 'operations: actors whose SQL and Kafka operations the steps write out',
      program: 'program: a consumer with a program of its own, and a fault',
    },
  },
  ru: {
    id: 'Id сценария, он же имя файла',
    template: 'С чего начать?',
    templates: {
      operations: 'operations: акторы, чьи SQL и операции Kafka написаны в шагах',
      program: 'program: консюмер с готовой программой и сбой',
    },
  },
};

/** Asks for what is not known yet; null where the user ends it. `problemOf` says what is wrong with an id. */
export async function askForScenario(
  known: { readonly id: string | undefined; readonly template: TemplateName | undefined },
  language: Language,
  problemOf: (id: string) => string | null,
): Promise<{ readonly id: string; readonly template: TemplateName } | null> {
  const words = prompts[language];
  try {
    const id = known.id ?? (await input({ message: words.id, validate: (text) => problemOf(text) ?? true }));
    const template =
      known.template ??
      (await select({
        message: words.template,
        choices: TEMPLATES.map((name) => ({ value: name, name: words.templates[name] })),
      }));
    return { id, template };
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') return null;
    throw error;
  }
}
