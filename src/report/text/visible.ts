/** What steers a terminal, turns the reading direction, or is not seen at all. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Behind a part of an emoji, where a joiner or a variation selector goes on with it. */
const emoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;

/** The same characters as one blank each, where a caret below has to stay in its place. */
export function blanked(text: string): string {
  return text.replace(hidden, ' ');
}

/** Characters that could steer a terminal, turn the reading direction or hide are written out as `\u{...}`. */
export function visible(text: string): string {
  return text.replace(hidden, (character, at: number) =>
    (character === '\u200d' || character === '\ufe0f') && emoji.test(text.slice(Math.max(0, at - 2), at))
      ? character
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The same of a text that may have several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
