import type { Language } from '../../model/text.js';

export const TEMPLATES = ['operations', 'program'] as const;
/** What a new scenario starts from: operations written out by actors, or a program and a fault. */
export type TemplateName = (typeof TEMPLATES)[number];

/** Makes the text of a scenario, without its first line. */
export type Template = (id: string, language: Language) => string;

/** Picks the text of one language; a template names both side by side. */
export function inLanguage(language: Language): (en: string, ru: string) => string {
  return (en, ru) => ({ en, ru })[language];
}

/** How to run and check the scenario, and its id: what every template begins with. */
export function head(id: string, language: Language): string {
  const t = inLanguage(language);
  return `\
# ${t('Run it with    inbox-sim run', 'Запуск:     inbox-sim run')} ./${id}.yaml
# ${t('Check it with  inbox-sim validate', 'Проверка:   inbox-sim validate')} ./${id}.yaml
id: ${yamlId(id)}
# ${t('A text may also be written in both languages: {en: ..., ru: ...}', 'Текст можно дать и на двух языках: {en: ..., ru: ...}')}
`;
}

/** An id as YAML has to be written, so that no editor takes it for a number or another word of YAML. */
function yamlId(id: string): string {
  return /^[a-z]/.test(id) && !/^(true|false|null|yes|no|on|off)$/.test(id) ? id : `"${id}"`;
}
