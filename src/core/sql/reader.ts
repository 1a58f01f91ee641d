import { LruCache, stringBytes } from '../base/lru-cache'
import { rowsOfAll } from './joined'
import type { ObjectAccess } from './object-access'
import type { Database } from './database'
import type { Fragment, Row, Runner } from './sql'

/** Thrown when a cached row turns out to be out of date. The request has only read so far, so it starts over. */
export class Stale extends Error {}

/** Rows that earlier requests of this isolate read, by statement. `Reader` revalidates the rows that it uses. */
export class RowCache {
  private readonly textByKey: LruCache<string>

  /** With 0 bytes it keeps nothing. */
  constructor(maxBytes: number) {
    this.textByKey = new LruCache(maxBytes)
  }

  get(key: string): string | undefined {
    return this.textByKey.get(key)
  }

  set(key: string, rows: readonly Row[]): void {
    const text = JSON.stringify(rows)
    if (rows.length === 0) this.textByKey.delete(key)
    else this.textByKey.set(key, text, stringBytes(text))
  }
}

interface Question {
  statement: Fragment
  readonly resolve: (rows: Row[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads for one request. Statements of the same tick share a round trip. `cachedFirst` answers from the cache at once, and sends
 * the statement along with the next round trip. If its rows have changed, the reader throws `Stale`, and the request starts
 * over. So most requests need one trip instead of two (who asks, and the answer), and yet no answer rests on old rows.
 */
export class Reader implements Runner {
  private questions: Question[] = []
  private unvalidated = new Map<string, { statement: Fragment; cachedText: string }>()

  constructor(
    private readonly database: Database,
    private readonly rowCache: RowCache,
  ) {}

  get objects(): ObjectAccess | undefined {
    return this.database.objects
  }

  run(statement: Fragment): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.questions.push({ statement, resolve, reject })
      // A promise takes the platform less time than `queueMicrotask`.
      if (this.questions.length === 1) void Promise.resolve().then(() => this.trip())
    })
  }

  async cachedFirst(statement: Fragment): Promise<Row[]> {
    const key = statement.key
    const cachedText = this.rowCache.get(key)
    if (cachedText === undefined) return this.refresh(statement)
    this.unvalidated.set(key, { statement, cachedText })
    return JSON.parse(cachedText) as Row[]
  }

  /** Reads from the database and updates the cache. */
  async refresh(statement: Fragment): Promise<Row[]> {
    const rows = await this.run(statement)
    this.rowCache.set(statement.key, rows)
    return rows
  }

  /** Revalidates cached rows that no round trip has checked yet. */
  async revalidate(): Promise<void> {
    if (this.unvalidated.size > 0) await this.trip()
  }

  private async trip(): Promise<void> {
    const questions = this.questions
    const unvalidated = [...this.unvalidated]
    this.questions = []
    this.unvalidated = new Map()
    try {
      const answers = await rowsOfAll(this.database, [
        ...unvalidated.map(([, { statement }]) => statement),
        ...questions.map(({ statement }) => statement),
      ])
      let stale = false
      for (const [index, [key, { cachedText }]] of unvalidated.entries()) {
        const rows = answers[index]!
        if (JSON.stringify(rows) === cachedText) continue
        this.rowCache.set(key, rows)
        stale = true
      }
      if (stale) throw new Stale()
      for (const [index, question] of questions.entries()) question.resolve(answers[unvalidated.length + index]!)
    } catch (error) {
      if (questions.length === 0) throw error
      for (const question of questions) question.reject(error)
    }
  }
}
