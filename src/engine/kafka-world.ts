import type { Chooser } from '../choices/chooser.js';
import type { Cluster } from '../kafka/cluster.js';
import type { Broker } from './broker.js';
import type { Recorder } from './recorder.js';

/** What calls to Kafka need of the world. */
export interface KafkaWorld {
  readonly cluster: Cluster;
  readonly broker: Broker;
  readonly recorder: Recorder;
  readonly chooser: Chooser;
  now(): number;
  /** Tells the trace what the brokers and the clients have done of their own accord since it was asked last. */
  tellCluster(): void;
}
