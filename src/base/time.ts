/** Milliseconds since 1970-01-01T00:00:00Z on the scenario's virtual clock. */
export type Instant = number;

/** Where every scenario's clock starts: shortly after the facts of the bundled lessons. */
export const scenarioStart: Instant = Date.UTC(2026, 9, 3, 9, 0, 0);

/** ISO 8601 in UTC, with milliseconds only where there are any: `2026-10-03T09:00:00Z`. */
export function isoInstant(instant: Instant): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

const unitMilliseconds = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration as a scenario writes it, in the largest unit that leaves no rest: `5s`, `90min`, `8d`. */
export function formatDuration(milliseconds: number): string {
  const units = ['d', 'h', 'min', 's', 'ms'] as const;
  const unit = units.find((candidate) => milliseconds % unitMilliseconds[candidate] === 0) ?? 'ms';
  return milliseconds === 0 ? '0ms' : `${milliseconds / unitMilliseconds[unit]}${unit}`;
}

/** Reads `500ms`, `2s`, `10m`, `10min`, `3h` or `8d` as milliseconds; null when `text` is no duration. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9})(ms|s|m|min|h|d)$/.exec(text);
  if (!match) return null;
  return Number(match[1]) * unitMilliseconds[match[2] as keyof typeof unitMilliseconds];
}

const isoUnitMilliseconds = [86_400_000, 3_600_000, 60_000, 1000] as const;

/** Reads days, hours, minutes and seconds as `java.time.Duration.parse` does, in milliseconds; null for anything else. */
export function parseIsoDuration(text: string): number | null {
  const pattern =
    /^([+-])?P(?=.)(?:([+-]?\d+)D)?(?:T(?=.)(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+(?:[.,]\d{0,9})?)S)?)?$/i;
  const match = pattern.exec(text);
  if (!match) return null;
  const milliseconds = isoUnitMilliseconds.reduce(
    (sum, unit, index) => sum + Math.round(Number((match[index + 2] ?? '0').replace(',', '.')) * unit),
    0,
  );
  return match[1] === '-' ? 0 - milliseconds : milliseconds;
}
