/** Probability of each fault at each opportunity, while it is set. All are 0 in a calm world. */
export interface Faults {
  /** Before a statement reaches the database, its connection is lost. */
  connectionLostBefore: number
  /** After the database has executed a statement, and before the answer arrives, its connection is lost. */
  connectionLostAfter: number
  /** The database rolls a statement's transaction back (a deadlock, a restart). */
  rolledBack: number
  /** The database accepts no connection. */
  databaseAway: boolean
  /** The database cannot write. */
  diskFull: boolean
  /** The broker accepts no message and does not answer. */
  brokerAway: boolean
  /** A message to a queue does not arrive, and its sender gets an error. */
  publishLost: number
  /** A message to a queue arrives, but its sender gets an error. */
  publishUnanswered: number
  /** The broker acknowledged a message and loses it. */
  messageLost: number
  /** A message is delivered to two consumers at once. */
  doubled: number
  /** A delivery is late by up to a minute, and others overtake it. */
  late: number
  /** The broker does not receive the acknowledgement of a message. */
  ackLost: number
  /** A handler's progress report does not arrive. */
  workingLost: number
  /** A broadcast does not arrive at one listener; or twice, or late. */
  broadcastLost: number
  broadcastDoubled: number
  broadcastLate: number
  /** A receiver of webhooks is unreachable; gives no answer for ten seconds; loses the connection; answers 500. */
  unreachable: number
  receiverSilent: number
  unanswered: number
  refused: number
  /** An answer of the API does not arrive at the client. */
  answerLost: number
}

export const calm = (): Faults => ({
  connectionLostBefore: 0,
  connectionLostAfter: 0,
  rolledBack: 0,
  databaseAway: false,
  diskFull: false,
  brokerAway: false,
  publishLost: 0,
  publishUnanswered: 0,
  messageLost: 0,
  doubled: 0,
  late: 0,
  ackLost: 0,
  workingLost: 0,
  broadcastLost: 0,
  broadcastDoubled: 0,
  broadcastLate: 0,
  unreachable: 0,
  receiverSilent: 0,
  unanswered: 0,
  refused: 0,
  answerLost: 0,
})
