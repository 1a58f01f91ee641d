import { LruCache, weightOf } from '../base/lru-cache'
import type { Database, Fragment, Row, Runner } from './sql'

/** Thrown when a remembered row turned out to be out of date. The request is a pure read, so it simply runs again. */
export class Stale extends Error {}

/** Rows that earlier requests of this isolate saw, by statement. Never trusted without proof: see `Reader`. */
export class RowCache {
  private readonly held: LruCache<string>

  /** Of 0 bytes remembers nothing. */
  constructor(mostBytes: number) {
    this.held = new LruCache(mostBytes)
  }

  get(key: string): string | undefined {
    return this.held.get(key)
  }

  set(key: string, rows: readonly Row[]): void {
    const text = JSON.stringify(rows)
    if (rows.length === 0) this.held.delete(key)
    else this.held.set(key, text, weightOf(text))
  }
}

interface Question {
  statement: Fragment
  readonly resolve: (rows: Row[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads of one request. Statements asked in the same tick share a round trip. A recalled statement is answered from
 * memory at once and sent along with the next round trip; if its answer has changed, everything decided on it is
 * thrown away with `Stale` and the request starts over. So a request that would need one trip to learn who asks and
 * another to answer needs only one, and is never answered from out-of-date facts.
 */
export class Reader implements Runner {
  private questions: Question[] = []
  private unvalidated = new Map<string, { statement: Fragment; held: string }>()

  constructor(
    private readonly database: Database,
    private readonly rowCache: RowCache,
  ) {}

  run(statement: Fragment): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.questions.push({ statement, resolve, reject })
      if (this.questions.length === 1) queueMicrotask(() => void this.trip())
    })
  }

  async cachedFirst(statement: Fragment): Promise<Row[]> {
    const key = statement.key
    const held = this.rowCache.get(key)
    if (held === undefined) return this.refresh(statement)
    this.unvalidated.set(key, { statement, held })
    return JSON.parse(held) as Row[]
  }

  /** Asks whatever is remembered, and remembers the answer. */
  async refresh(statement: Fragment): Promise<Row[]> {
    const rows = await this.run(statement)
    this.rowCache.set(statement.key, rows)
    return rows
  }

  /** Proves what was recalled and never checked, for a request that needed no further read. */
  async revalidate(): Promise<void> {
    if (this.unvalidated.size > 0) await this.trip()
  }

  private async trip(): Promise<void> {
    const questions = this.questions
    const unproven = [...this.unvalidated]
    this.questions = []
    this.unvalidated = new Map()
    try {
      const answers = await this.database.send([
        ...unproven.map(([, { statement }]) => statement),
        ...questions.map(({ statement }) => statement),
      ])
      let stale = false
      for (const [index, [key, { held }]] of unproven.entries()) {
        const rows = answers[index]!.rows
        if (JSON.stringify(rows) === held) continue
        this.rowCache.set(key, rows)
        stale = true
      }
      if (stale) throw new Stale()
      for (const [index, question] of questions.entries()) question.resolve(answers[unproven.length + index]!.rows)
    } catch (error) {
      if (questions.length === 0) throw error
      for (const question of questions) question.reject(error)
    }
  }
}
