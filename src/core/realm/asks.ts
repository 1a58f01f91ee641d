import { ApiError, refusalBody, refused, type Refusal } from '../base/errors'
import { objectLimits } from '../base/object-limits'
import { readClientMessage, type Ask } from '../live/client-messages'
import { refusalOf } from '../base/failures'
import { closeCodes, reasonOf, type Connection, type Connections } from '../live/connections'
import type { ConnectionNotes } from '../live/connection-notes'
import type { AskedOn } from '../live/polls'
import type { Bookmark } from '../sql/bookmarks'
import type { Call, Reply, RequestFacts } from '../turn/call'
import type { ShareIds } from '../turn/share-limits'

/** Asks of one socket that may wait to be answered. */
const maxWaitingAsks = 100

/** Characters of answers on one socket. Then the client has to connect again, because we do not know whether it reads them. */
const maxAnsweredCharacters = 4_000_000

/** When too much is asked at once, a client may try again after this many seconds. */
const retryAfterSeconds = 1

/** The fields of an answer beside `result` and `msg`, or a refusal. */
export type AskOutcome = { readonly fields: Record<string, unknown> } | { readonly refused: Refusal }

/** What one ask may use of the realm object. */
export interface AskedObject {
  readonly env: Env
  readonly facts: RequestFacts
  /** The shares that the ask counts towards. */
  readonly shares: ShareIds
  /** Performs an action in the name of the client. Answers its result once it is committed, or its refusal. */
  readonly perform: (name: string, input: unknown, facts: RequestFacts) => Promise<Exclude<Reply, { again: true }>>
  /** Refuses with 401 when the session or the account of the client has ended. */
  readonly identify: () => Promise<void>
}

/**
 * Answers an ask. The object is given this function, because it does not know the endpoints. The function must call `perform`
 * before it returns, because asks take their turns in the order in which they came.
 */
export type AnswerAsk = (ask: Pick<Ask, 'ask' | 'params'>, object: AskedObject) => Promise<AskOutcome>

/** The turn that an ask takes. */
export interface TurnOfAsk {
  /** Whose turn it is. */
  readonly by: string
  /** Whether the client still waits for the answer when the turn comes. */
  readonly isWanted: () => boolean
  /** Called when the ask waits to be gathered with others. The asks behind it are answered without waiting for it. */
  readonly onGathered: () => void
}

interface AskDeps {
  readonly env: () => Env
  readonly connections: Connections
  readonly notes: ConnectionNotes
  readonly realm_id: () => number
  readonly answer: AnswerAsk
  readonly reply: (call: Call, turn: TurnOfAsk) => Promise<Reply>
  /** Counts rows that were read for an ask. */
  readonly count: (shares: ShareIds, rows_read: number) => void
  readonly identify: (call: Pick<Call, 'realm_id' | 'facts'>, turn: TurnOfAsk) => Promise<void>
  /** A state of the database that includes all answers so far; null without read replicas. */
  readonly bookmark: () => Bookmark | null
}

/** The asks of one socket. */
interface Line {
  /** Number of asks that wait to be answered. */
  waitingAsks: number
  /** Resolves once the last of them is answered. */
  last: Promise<void>
  /** Characters of all answers so far. */
  answeredCharacters: number
}

/**
 * Answers the asks of sockets (events, Asking over the WebSocket). The asks of one socket take their turns in the order in which
 * they came, without waiting for each other's commits. They are answered in the same order, except for those that are gathered
 * (`Change.gathers`).
 */
export class Asks {
  private readonly lines = new WeakMap<WebSocket, Line>()
  /** Characters of the asks that wait, by share and pool. */
  private readonly sizes = new Map<number, number>()
  /** Characters of all asks that wait. */
  private size = 0

  constructor(private readonly deps: AskDeps) {}

  /** Answers an ask. It has its place in the order of turns before this returns. */
  async take({ connection, shares, ask }: AskedOn): Promise<void> {
    const { socket } = connection
    const [share] = shares
    if (this.deps.connections.find(socket) === null) return
    const line = this.lineOf(socket)
    if (line.waitingAsks >= maxWaitingAsks || this.sizeOf(share) + ask.size > objectLimits.askedCharacters.ofShare)
      return this.deps.connections.close(connection, closeCodes.tooMuch, 'Wait for answers before you ask more')
    line.waitingAsks += 1
    this.resize(shares, ask.size)
    const earlier = line.last
    const gathered = Promise.withResolvers<void>()
    const object = this.objectFor(connection, shares, gathered.resolve)
    const outcome = this.isFull(shares) ? tooBusy : this.deps.answer(ask, object)
    const sent = this.send(line, socket, ask, outcome, earlier)
    line.last = Promise.race([sent, gathered.promise.then(() => earlier)])
    try {
      await sent
    } finally {
      line.waitingAsks -= 1
      this.resize(shares, -ask.size)
    }
  }

  /**
   * Refuses the ask in a message, because the state of the object cannot be loaded. The socket stays open. Other messages than asks
   * mean nothing without the state.
   */
  refuse(socket: WebSocket, message: string | ArrayBuffer, error: unknown): void {
    const found = unlessRefusedAtOnce(() => readClientMessage(message).ask)
    if (found !== null) socket.send(JSON.stringify({ id: found.id, answer: refusalBody(refusalOf(error, 'ask')) }))
  }

  private lineOf(socket: WebSocket): Line {
    const line = this.lines.get(socket) ?? { waitingAsks: 0, last: Promise.resolve(), answeredCharacters: 0 }
    this.lines.set(socket, line)
    return line
  }

  private sizeOf(share: number): number {
    return this.sizes.get(share) ?? 0
  }

  private isFull([, pool]: ShareIds): boolean {
    const { ofRealm, ofPool } = objectLimits.askedCharacters
    return this.size > ofRealm || (pool !== undefined && this.sizeOf(pool) > ofPool)
  }

  private resize([share, pool]: ShareIds, by: number): void {
    for (const id of pool === undefined ? [share] : [share, pool]) {
      const size = this.sizeOf(id) + by
      if (size === 0) this.sizes.delete(id)
      else this.sizes.set(id, size)
    }
    this.size += by
  }

  /** Sends an answer after the answers to earlier asks. */
  private async send(
    line: Line,
    socket: WebSocket,
    { id }: Ask,
    outcome: Promise<AskOutcome> | AskOutcome,
    earlier: Promise<void>,
  ): Promise<void> {
    const answer = await outcome
    await earlier
    const { connections } = this.deps
    const connection = connections.find(socket)
    if (connection === null) return
    const bookmark = this.deps.bookmark()
    const text = JSON.stringify({ id, answer: bodyOf(answer), ...(bookmark !== null && { bookmark }) })
    socket.send(text)
    line.answeredCharacters += text.length
    if ('refused' in answer && answer.refused.status === 401)
      connections.close(connection, closeCodes.refused, reasonOf(answer.refused))
    else if (line.answeredCharacters > maxAnsweredCharacters)
      connections.close(connection, closeCodes.restart, 'Connect again')
  }

  private objectFor(asking: Connection, shares: ShareIds, onGathered: () => void): AskedObject {
    const { socket, opener } = asking
    const { connections, notes, reply, count, identify, realm_id } = this.deps
    const facts = factsOf(opener)
    // If the socket has closed, nobody waits for the answer, and the client may have asked again.
    const turn: TurnOfAsk = { by: String(shares[0]), isWanted: () => connections.find(socket) !== null, onGathered }
    return {
      env: this.deps.env(),
      facts,
      shares,
      perform: async (name, input, facts) => {
        const replied = await reply(
          { name, input, realm_id: realm_id(), facts, connection: notes.noteOf(asking) },
          turn,
        )
        if (!('again' in replied)) {
          count(shares, 'refused' in replied ? replied.rows_read : replied.cost.rows_read)
          return replied
        }
        // The object's state was out of date, and nothing was written. All sockets close then, and the client asks again.
        const connection = connections.find(socket)
        if (connection !== null) connections.close(connection, closeCodes.restart, 'Restarting')
        throw socketClosed()
      },
      identify: () => identify({ realm_id: realm_id(), facts }, turn),
    }
  }
}

/** The refusal of an ask whose socket has closed. No client sees it. */
export const socketClosed = () => refused('The socket has closed')

function unlessRefusedAtOnce<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const tooBusy: AskOutcome = {
  refused: refused('Too much is asked at once', {
    code: 'RATE_LIMIT_HIT',
    status: 429,
    'retry-after': retryAfterSeconds,
  }).refusal,
}

const bodyOf = (outcome: AskOutcome): Record<string, unknown> =>
  'refused' in outcome ? refusalBody(outcome.refused) : { result: 'success', msg: '', ...outcome.fields }

/** The facts of an ask: those of the request that opened the socket. */
const factsOf = ({ mark, ...opener }: Connection['opener']): RequestFacts => ({
  ...opener,
  credentials: { by: 'connection', mark, user_id: null },
  upgrades: false,
  region: null,
})
