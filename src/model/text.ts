export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text for users in both languages. A scenario that gives one plain string gives it for both. */
export type LocalText = Readonly<Record<Language, string>>;
