import { commitExceptionOf } from './commit-exception.js';
import { type BrokerErrorName, KafkaRefusal } from './errors.js';
import type { Group, MemberIdentity } from './group.js';

/** Who commits without being a member: a consumer with assigned partitions, or an administrator. */
export const noMember: MemberIdentity = { memberId: '', generation: -1, instanceId: null };

/**
 * The decision table of OffsetCommit in the classic protocol, in its order (`OffsetMetadataManager.validateOffsetCommit`,
 * `ClassicGroup.validateOffsetCommit`). Who owns the partition is not asked (rule C9).
 * @throws KafkaRefusal GROUP_ID_NOT_FOUND, COORDINATOR_NOT_AVAILABLE, UNKNOWN_MEMBER_ID, FENCED_INSTANCE_ID,
 * ILLEGAL_GENERATION, REBALANCE_IN_PROGRESS; `exception` is what the Java consumer makes of each.
 */
export function checkOffsetCommit(group: Group | undefined, member: MemberIdentity): void {
  const { memberId, generation, instanceId } = member;
  if (!group) {
    if (generation < 0) return;
    throw refused('GROUP_ID_NOT_FOUND', 'the coordinator does not know the group');
  }
  if (group.state === 'Dead') throw refused('COORDINATOR_NOT_AVAILABLE', `group ${group.id} is Dead`);
  if (generation < 0 && group.state === 'Empty') return;
  if (generation < 0 && memberId === '' && instanceId === null)
    throw refused('UNKNOWN_MEMBER_ID', `group ${group.id} has members, and whoever is none cannot commit for it`);
  const problem = group.problemWith(member);
  if (problem === 'FENCED_INSTANCE_ID')
    throw refused(problem, `another member has taken the place of ${instanceId} in group ${group.id}`);
  if (problem) throw refused(problem, `${memberId} is not a member of group ${group.id}`);
  if (generation !== group.generation) {
    throw refused(
      'ILLEGAL_GENERATION',
      `group ${group.id} is in generation ${group.generation}, and ${memberId} in ${generation}`,
    );
  }
  if (group.state === 'CompletingRebalance')
    throw refused('REBALANCE_IN_PROGRESS', `group ${group.id} waits for its assignment`);
}

function refused(code: BrokerErrorName, message: string): KafkaRefusal {
  return new KafkaRefusal(code, message, commitExceptionOf(code, 'sync'));
}
