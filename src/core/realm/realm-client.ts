import type { RequestFacts, Reply } from '../turn/call'
import { ApiError, refused, type Refusal } from '../base/errors'
import { longPoll } from '../live/long-poll'
import { rowsReadHeader, type PollInput } from '../live/polls'
import { requestOf, type DropCall, type ListenCall } from './listen'
import type { RealmObject } from './realm-object'
import type { Actions } from '../base/product'
import type { Tally } from '../sql/sql'

type InputOf<A> = A extends (turn: never, input: infer I) => unknown ? I : never
type ResultOf<A> = A extends (...args: never) => Promise<{ readonly result: infer R }> ? R : never

/** The Worker's client of a realm object: the only way to write. */
export class RealmClient {
  /** Cost of the changes and reads of the realm object. */
  readonly cost: Tally & { batch: number } = { batch: 0, trips: 0, rows_read: 0, rows_written: 0 }

  constructor(
    private readonly objects: DurableObjectNamespace<RealmObject>,
    private readonly facts: RequestFacts,
    /** Answers the id of the realm that the request is for. */
    private readonly locate: () => Promise<number>,
  ) {}

  /** Runs the named action and returns its result, once it is committed; throws its refusal. */
  async perform<N extends keyof Actions>(name: N, input: InputOf<Actions[N]>): Promise<ResultOf<Actions[N]>> {
    return this.performIn(await this.locate(), name, input)
  }

  /** Runs the named action in the realm with this id. Id 0 is the deployment itself, which founds realms. */
  async performIn<N extends keyof Actions>(
    realm_id: number,
    name: N,
    input: InputOf<Actions[N]>,
  ): Promise<ResultOf<Actions[N]>> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const stub = this.objects.getByName(String(realm_id))
      const reply = JSON.parse(await stub.perform({ name, input, realm_id, facts: this.facts })) as Reply
      if ('refused' in reply) throw new ApiError(reply.refused)
      if ('again' in reply) continue
      this.cost.batch = reply.cost.batch
      this.cost.trips += reply.cost.trips
      this.cost.rows_read += reply.cost.rows_read
      this.cost.rows_written += reply.cost.rows_written
      return reply.result as ResultOf<Actions[N]>
    }
    throw refused('Internal server error', { code: 'INTERNAL_ERROR', status: 500 })
  }

  /** Makes an event queue; answers with its initial state. */
  async register(input: object): Promise<Response> {
    return this.listen({ name: 'register', input, realm_id: await this.locate(), facts: this.facts })
  }

  /**
   * Answers with the new events of a queue. A request that waits is held here, so that the object can sleep. If the object is
   * lost meanwhile, the next one is asked.
   */
  async poll(input: PollInput, ticket?: string): Promise<Response> {
    const call: ListenCall = { name: 'poll', input, realm_id: await this.locate(), facts: this.facts, ticket }
    if (input.wait === 'socket') return this.listen(call)
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.listen(call)
      if (response.webSocket === null) return response
      const answer = await longPoll(response.webSocket)
      if (answer !== null) return answer
      // A client asks again by itself when it gets no events.
      if (attempt === 3) call.input.wait = 'no'
    }
  }

  /** Ends an event queue; throws the refusal. */
  async drop({ queue_id }: Pick<DropCall, 'queue_id'>): Promise<void> {
    const call: DropCall = { realm_id: await this.locate(), facts: this.facts, queue_id }
    const refusal = JSON.parse(await this.objects.getByName(String(call.realm_id)).drop(call)) as Refusal | null
    if (refusal !== null) throw new ApiError(refusal)
  }

  private async listen(call: ListenCall): Promise<Response> {
    const response = await this.objects.getByName(String(call.realm_id)).fetch(requestOf(call))
    this.cost.rows_read += Number(response.headers.get(rowsReadHeader) ?? 0)
    return response
  }
}
