import type { RequestFacts, Reply } from '../turn/call'
import { ApiError, refused } from '../base/errors'
import { longPoll } from '../live/long-poll'
import { rowsReadHeader, type PollInput } from '../live/polls'
import { requestOf, type ListenCall } from './listen'
import type { RealmObject } from './realm-object'
import type { Actions } from '../base/product'
import type { Tally } from '../sql/sql'

type InputOf<A> = A extends (turn: never, input: infer I) => unknown ? I : never
type ResultOf<A> = A extends (...args: never) => Promise<{ readonly result: infer R }> ? R : never

/** Asks a realm object for changes; the only way to write. */
export class RealmClient {
  /** What the changes cost, for `Server-Timing`. */
  readonly cost: Tally & { batch: number } = { batch: 0, trips: 0, rows_read: 0, rows_written: 0 }

  constructor(
    private readonly objects: DurableObjectNamespace<RealmObject>,
    private readonly facts: RequestFacts,
    /** Which realm the request is for. */
    private readonly locate: () => Promise<number>,
  ) {}

  /** Runs the named action and returns its result, once it is committed; throws its refusal. */
  async perform<N extends keyof Actions>(name: N, input: InputOf<Actions[N]>): Promise<ResultOf<Actions[N]>> {
    return this.performIn(await this.locate(), name, input)
  }

  /** As `perform`, for a realm given by its id. Id 0 is the deployment itself, which founds realms. */
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

  /** A new event queue, and the state that it begins with. */
  async register(input: object): Promise<Response> {
    return this.listen({ name: 'register', input, realm_id: await this.locate(), facts: this.facts })
  }

  /**
   * What is new for an event queue. A request that waits is held here, so that the object can sleep; if the object is
   * replaced meanwhile, the next one is asked.
   */
  async poll(input: PollInput, ticket?: string): Promise<Response> {
    const call: ListenCall = { name: 'poll', input, realm_id: await this.locate(), facts: this.facts, ticket }
    if (input.wait === 'socket') return this.listen(call)
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.listen(call)
      if (response.webSocket === null) return response
      const answer = await longPoll(response.webSocket)
      if (answer !== null) return answer
      // A client that gets nothing asks again by itself.
      if (attempt === 3) call.input.wait = 'no'
    }
  }

  /** Gives an event queue up. */
  async drop(input: { queue_id: string }): Promise<Response> {
    return this.listen({ name: 'drop', input, realm_id: await this.locate(), facts: this.facts })
  }

  private async listen(call: ListenCall): Promise<Response> {
    const response = await this.objects.getByName(String(call.realm_id)).fetch(requestOf(call))
    this.cost.rows_read += Number(response.headers.get(rowsReadHeader) ?? 0)
    return response
  }
}
