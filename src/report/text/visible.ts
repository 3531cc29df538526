/** Characters that could steer a terminal or turn the reading direction are written out as `\u{...}`. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // The zero-width joiner only builds emoji.
    character === '\u200d' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
