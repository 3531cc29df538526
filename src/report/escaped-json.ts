/** JSON in which no character can steer a terminal: inside strings JSON may write any character as an escape. */
export function escapedJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
