/** What each promise of "exactly once" spans: between which stations, and for how long it remembers. */

/** The way of a message, in stretches. */
export const stretches = [
  'You publish',
  'The broker delivers',
  'Your handler works',
  'The world outside',
] as const;

export interface Reach {
  who: string;
  /** Stretches that it spans, as pairs of first and last, from 0. More than one where each is a promise of its own. */
  spans: readonly (readonly [number, number])[];
  /** A repeat is known by this, for so long. */
  knows: string;
  /** What comes twice all the same. */
  twice: string;
}

export const reaches: readonly Reach[] = [
  {
    who: 'MQTT, QoS 2',
    spans: [
      [0, 0],
      [1, 1],
    ],
    knows: 'A packet id, between one sender and one receiver, while their session lasts.',
    twice: 'What was handed to your code just before it died; whatever outlives the session.',
  },
  {
    who: 'Amazon SQS, FIFO queue',
    spans: [[0, 0]],
    knows: 'A deduplication id that the sender gives, for five minutes.',
    twice: 'A message sent again after six. A message whose handler was slower than the visibility timeout.',
  },
  {
    who: 'Google Pub/Sub, exactly-once delivery',
    spans: [[1, 1]],
    knows: 'The id that Pub/Sub gave the message, in one region, until the ack has succeeded.',
    twice: 'A message that was published twice: two ids. A handler that died before its ack.',
  },
  {
    who: 'Kafka, transactions',
    spans: [[0, 1]],
    knows: 'Producer, epoch and sequence number; results and position are committed together, in Kafka.',
    twice: 'What your code sends twice. What the handler does elsewhere: a row in another database, a card.',
  },
  {
    who: 'A label, and a unique index',
    spans: [[0, 2]],
    knows: 'The label that the sender made, as long as the row stands.',
    twice: 'What the handler does outside the transaction of that row.',
  },
];
