/** What the assignor needs to know of a member. */
export interface Assignable {
  readonly memberId: string;
  readonly instanceId: string | null;
}

/** Static members come first, by their instance id, then dynamic ones by member id (`AbstractPartitionAssignor.MemberInfo`). */
function order(one: Assignable, other: Assignable): number {
  if (one.instanceId !== null && other.instanceId !== null) return compare(one.instanceId, other.instanceId);
  if (one.instanceId !== null) return -1;
  if (other.instanceId !== null) return 1;
  return compare(one.memberId, other.memberId);
}

/** As Java compares strings: by UTF-16 units, in no language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Kafka's RangeAssignor for one topic: each member gets a run of partitions, and the first members one more where they
 * do not divide. More members than partitions leave the last ones idle (rule G10).
 */
export function assignRanges(members: readonly Assignable[], partitions: number): Map<string, readonly number[]> {
  const sorted = [...members].sort(order);
  const each = Math.floor(partitions / sorted.length);
  const extra = partitions % sorted.length;
  return new Map(
    sorted.map(({ memberId }, index) => {
      const first = each * index + Math.min(index, extra);
      const length = each + (index < extra ? 1 : 0);
      return [memberId, Array.from({ length }, (_, offset) => first + offset)];
    }),
  );
}
