import { createHash } from 'node:crypto';

/** SHA-256 of `text` (UTF-8), in lower-case hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
