import { limits } from '../base/limits.js';
import { matching, whole } from './rules.js';

/** How names are written, each kind of them. */

const largestOffset = Number.MAX_SAFE_INTEGER - 1;

export const name = matching(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u, 'name');

/** An actor's name stands before a dot where a step names one of its sessions. */
export const actorName = matching(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u, 'actor-name');
export const rememberedName = matching(/^[\p{L}\p{N}_][\p{L}\p{N}_-]{0,99}$/u, 'actor-name');
export const databaseName = matching(/^[a-z][a-z0-9_]{0,50}$/, 'database-name');
export const topicName = matching(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/, 'topic-name');
export const partition = whole(0, limits.partitions - 1);
export const partitionKey = matching(/^(0|[1-9]\d{0,3})$/, 'partition-number');
export const offset = whole(0, largestOffset);
export const offsetOrEnd = matching(/^(end|0|[1-9]\d{0,14})$/, 'offset-or-end');
export const numberOrNone = matching(/^(-?\d{1,15}|-)$/, 'number-or-none');
