import type { Call, RequestFacts, Reply, ReportCall } from '../turn/call'
import { learnTotals, takeReport, type UseReport } from '../turn/isolate-use'
import { isSharedCounter, type SharedCounter } from '../turn/share-limits'
import { LruCache } from '../base/lru-cache'
import type { Region } from '../base/regions'
import { ApiError, type Refusal } from '../base/errors'
import { longPoll } from '../live/long-poll'
import { rowsReadHeader, type PollInput } from '../live/polls'
import { requestOf, type DropCall, type ListenCall } from './listen'
import type { RelocationOrder, RelocationStatus } from '../relocation/command'
import type { ReadCall } from './reads'
import type { RelocationCall, RelocationReply } from './relocation-call'
import type { RealmObject } from './realm-object'
import type { Actions } from '../base/product'
import { bookmarkHeader, bookmarkIn, type Bookmark } from '../sql/bookmarks'
import type { Tally } from '../sql/database'
import { takeCounts } from '../usage/isolate-counts'

type InputOf<A> = A extends (turn: never, input: infer I) => unknown ? I : never
type ResultOf<A> = A extends (...args: never) => Promise<{ readonly result: infer R }> ? R : never

/** Number of changes that this isolate asked for, by host. */
const changesByHost = new LruCache<number>(64 * 1024)

/** Number of changes at a host that this isolate asked for. When it has grown, what the isolate remembers may be out of date. */
export const changesAt = (host: string): number => changesByHost.get(host) ?? 0

const noteChange = (host: string): void => changesByHost.set(host, changesAt(host) + 1)

/** Counts the calls of the object for the request that makes them. */
export interface ObjectCalls {
  /** Called before each call. Refuses with 429 what the object would refuse anyway. */
  onCall(): void
  /** Called when the object refused because the caller's share is used up, or the pool that the share is in. */
  onUsedUp(counter: SharedCounter, whose: { isPool: boolean; isPart: boolean }): void
}

/** For calls that count for nobody, because there is no account yet. */
const uncounted: ObjectCalls = { onCall: () => undefined, onUsedUp: () => undefined }

/** The Worker's client of a realm object: the only way to write. */
export class RealmClient {
  /** What the calls cost, by the object's counts. */
  readonly cost: Tally & { batch: number } = { batch: 0, trips: 0, rows_read: 0, rows_written: 0 }
  /** Rows that were read and count for the caller. */
  rowsCharged = 0

  constructor(
    private readonly objects: DurableObjectNamespace<RealmObject>,
    private readonly facts: RequestFacts,
    /** Finds the id of the realm that the request is for. */
    private readonly locate: () => number | Promise<number>,
    private readonly calls: ObjectCalls = uncounted,
    /** Gets the bookmark of each answer of the object that has one. */
    private readonly onBookmark: (bookmark: Bookmark | null) => void = () => undefined,
  ) {}

  /** Performs an action, and answers its result once it is committed. Throws its refusal. */
  async perform<N extends keyof Actions>(name: N, input: InputOf<Actions[N]>): Promise<ResultOf<Actions[N]>> {
    return this.performIn(await this.locate(), name, input)
  }

  /** Performs an action in the realm with this id. Id 0 is the deployment itself, which founds realms. */
  async performIn<N extends keyof Actions>(
    realm_id: number,
    name: N,
    input: InputOf<Actions[N]>,
  ): Promise<ResultOf<Actions[N]>> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      this.calls.onCall()
      const stub = this.objects.getByName(String(realm_id))
      const reply = JSON.parse(
        await stub.perform({ name, input, realm_id, facts: this.facts, ...this.counts(realm_id) }),
      ) as Reply
      this.onBookmark(reply.bookmark ?? null)
      if ('refused' in reply) {
        this.countRead(reply.rows_read)
        this.noteRefusal(reply.refused.extra)
        throw new ApiError(reply.refused)
      }
      if ('again' in reply) continue
      noteChange(this.facts.host)
      this.cost.batch = reply.cost.batch
      this.cost.trips += reply.cost.trips
      this.countRead(reply.cost.rows_read, { isCharged: !reply.countsApart })
      this.cost.rows_written += reply.cost.rows_written
      return reply.result as ResultOf<Actions[N]>
    }
    throw new Error('The realm object was out of date three times')
  }

  /**
   * Has the object of a new realm created near a region. The platform places an object where its first call asks for, and it stays
   * there: later calls change nothing.
   */
  async createNear(realm_id: number, region: Region): Promise<void> {
    this.calls.onCall()
    await this.objects.getByName(String(realm_id), { locationHint: region }).wake()
  }

  /** Registers an event queue, and answers with its initial state. */
  async register(input: object): Promise<Response> {
    return this.listen({ name: 'register', input, realm_id: await this.locate(), facts: this.facts })
  }

  /**
   * Answers with the new events of a queue. A request that has to wait does so here, so that the object can sleep. If the object is
   * lost meanwhile, asks the next one.
   */
  async poll(input: PollInput, ticket?: string): Promise<Response> {
    const call: ListenCall = { name: 'poll', input, realm_id: await this.locate(), facts: this.facts, ticket }
    if (input.wait === 'socket') return this.listen(call)
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.listen(call)
      if (response.webSocket === null) return response
      const answer = await longPoll(response.webSocket)
      if (answer !== null) return answer
      // After the last attempt, answers without events: the client asks again by itself then.
      if (attempt === 3) call.input.wait = 'no'
    }
  }

  /** Lets the object answer a read whose answer is large. A refusal is a response, too. */
  async read(target: Pick<ReadCall, 'route' | 'path' | 'query' | 'tags'>): Promise<Response> {
    const realm_id = await this.locate()
    const call: ReadCall = { ...target, realm_id, facts: this.facts, ...this.counts(realm_id) }
    const request = new Request('https://realm/', { method: 'POST', body: JSON.stringify(call) })
    this.calls.onCall()
    return this.countResponse(await this.objects.getByName(String(realm_id)).fetch(request))
  }

  /** Ends an event queue. Throws the refusal. */
  async drop({ queue_id }: Pick<DropCall, 'queue_id'>): Promise<void> {
    const realm_id = await this.locate()
    this.calls.onCall()
    const call: DropCall = { realm_id, facts: this.facts, queue_id, ...this.counts(realm_id) }
    const refusal = JSON.parse(await this.objects.getByName(String(call.realm_id)).drop(call)) as Refusal | null
    if (refusal !== null) throw new ApiError(refusal)
  }

  /** Has the realm begin or give up a move to another database, or neither. Answers how far it is. Throws the refusal. */
  async relocate(order: RelocationOrder): Promise<RelocationStatus> {
    const realm_id = await this.locate()
    this.calls.onCall()
    const call: RelocationCall = { realm_id, order, ...this.counts(realm_id) }
    const reply = JSON.parse(await this.objects.getByName(String(realm_id)).relocate(call)) as RelocationReply
    if ('refused' in reply) throw new ApiError(reply.refused)
    return reply.status
  }

  /** What this isolate has counted of the day's quotas for the realm. The deployment itself has no quotas. */
  private counts(realm_id: number): Pick<Call, 'used'> {
    return realm_id === 0 ? {} : { used: takeCounts(this.facts.host) }
  }

  private async listen(call: ListenCall): Promise<Response> {
    this.calls.onCall()
    const request = requestOf({ ...call, ...this.counts(call.realm_id) })
    return this.countResponse(await this.objects.getByName(String(call.realm_id)).fetch(request))
  }

  /** Reports to the object what this isolate counted for shares at this host, and learns what they have used in all. */
  async reportUse(): Promise<void> {
    const realm_id = await this.locate()
    const call: ReportCall = { report: takeReport(this.facts.host), ...this.counts(realm_id) }
    learnTotals(JSON.parse(await this.objects.getByName(String(realm_id)).report(call)) as UseReport)
  }

  /** Counts the rows that the object read for an answer. */
  private async countResponse(response: Response): Promise<Response> {
    this.countRead(Number(response.headers.get(rowsReadHeader) ?? 0))
    this.onBookmark(bookmarkIn(response.headers.get(bookmarkHeader)))
    if (response.status === 429) this.noteRefusal(await response.clone().json())
    return response
  }

  private countRead(rows: number, { isCharged = true } = {}): void {
    this.cost.rows_read += rows
    if (isCharged) this.rowsCharged += rows
  }

  private noteRefusal({ used_up, is_pool = false, is_part = false }: Readonly<Record<string, unknown>>): void {
    if (isSharedCounter(used_up)) this.calls.onUsedUp(used_up, { isPool: Boolean(is_pool), isPart: Boolean(is_part) })
  }
}
