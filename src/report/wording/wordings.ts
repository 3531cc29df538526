import type { Language } from '../../model/text.js';
import { en } from './en.js';
import { ru } from './ru.js';
import type { Wording } from './wording.js';

export const wordings: Readonly<Record<Language, Wording>> = { en, ru };
