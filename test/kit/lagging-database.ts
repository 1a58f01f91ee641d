import { env } from 'cloudflare:workers'
import { runScript } from './script'

/** A statement that may run in any copy of the database. */
class PortableStatement {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[],
    private readonly send: (statements: readonly PortableStatement[]) => Promise<D1Result[]>,
  ) {}

  bind(...values: unknown[]): PortableStatement {
    return new PortableStatement(this.text, values, this.send)
  }

  async all(): Promise<D1Result> {
    return (await this.send([this]))[0]!
  }

  run(): Promise<D1Result> {
    return this.all()
  }

  async first(column?: string): Promise<unknown> {
    const row = (await this.all()).results[0] as Record<string, unknown> | undefined
    return column === undefined ? (row ?? null) : (row?.[column] ?? null)
  }
}

/** A batch that writes. */
interface Batch {
  readonly statements: readonly PortableStatement[]
  hasFailed: boolean
}

interface Replica {
  readonly database: D1Database
  /** Number of batches of the log that it has. */
  position: number
}

const isRead = ({ text }: PortableStatement): boolean => /^\s*select\b/i.test(text)

const runIn = (database: D1Database, statements: readonly PortableStatement[]): Promise<D1Result[]> =>
  database.batch(statements.map(({ text, values }) => database.prepare(text).bind(...values)))

/** So often, once in a millisecond, a batch looks whether those before it have ended. */
const maxLooks = 3000

const usualReplicas = (): D1Database[] => [env.REPLICA_A, env.REPLICA_B]

/** A name for the state after so many batches. As strings, these are in the order of the states, as those of D1 are. */
const bookmarkOf = (position: number): string => `${position.toString(16).padStart(8, '0')}-00000000`

const positionOf = (bookmark: string): number => Number.parseInt(bookmark.slice(0, 8), 16)

/**
 * A primary with two replicas that lag, each a real database. A read from a replica sees the state that its session asks for at
 * least. How much later a state it sees is chosen by `random`, mostly none: what the server does not ask for, it does not get.
 */
export class LaggingDatabase {
  readonly reads = { primary: 0, replica: 0, stale: 0 }
  /** Fails instead of reading from a replica, if it is set. */
  fault: (() => Error) | null = null
  /** Runs after each batch of the primary that took effect, before its sender has the answer. Gets the SQL of the statements. */
  onBatch: ((texts: readonly string[]) => Promise<void>) | null = null
  private readonly log: Batch[] = []
  private readonly replicas: Replica[]
  private readonly waiting: number[] = []
  private lastTicket = 0

  constructor(
    private readonly primary: D1Database,
    private readonly random: () => number = Math.random,
    replicas: readonly D1Database[] = usualReplicas(),
  ) {
    this.replicas = replicas.map((database) => ({ database, position: 0 }))
  }

  /** State of the primary. */
  get bookmark(): string {
    return bookmarkOf(this.log.length)
  }

  readonly prepare = (text: string): PortableStatement =>
    new PortableStatement(text, [], (statements) => this.batch(statements))

  /** Sends a batch to the primary. */
  readonly batch = async (statements: readonly PortableStatement[]): Promise<D1Result[]> =>
    (await this.runInPrimary(statements)).results

  private runInPrimary(statements: readonly PortableStatement[]) {
    return this.inOrder(async () => {
      if (statements.every(isRead)) this.reads.primary += 1
      // Before it runs, because the object that sends it may be lost meanwhile.
      else this.log.push({ statements, hasFailed: false })
      const batch = this.log.at(-1)
      const seen = this.log.length
      try {
        const results = await runIn(this.primary, statements)
        await this.onBatch?.(statements.map(({ text }) => text))
        return { results, seen }
      } catch (error) {
        if (batch?.statements === statements) batch.hasFailed = true
        throw error
      }
    })
  }

  readonly withSession = (from: string) => {
    let position = from === 'first-primary' ? null : from === 'first-unconstrained' ? 0 : positionOf(from)
    const batch = async (statements: readonly PortableStatement[]): Promise<D1Result[]> => {
      const from = position
      const { results, seen } =
        from === null || !statements.every(isRead)
          ? await this.runInPrimary(statements)
          : await this.inOrder(() => this.readFromReplica(statements, from))
      position = seen
      return results
    }
    return {
      prepare: (text: string) => new PortableStatement(text, [], batch),
      batch,
      getBookmark: () => (position === null ? null : bookmarkOf(position)),
    }
  }

  private async readFromReplica(statements: readonly PortableStatement[], from: number) {
    if (this.fault !== null) throw this.fault()
    // A bookmark of another form is none of this database's.
    if (!(from <= this.log.length)) throw new Error('D1_ERROR: The bookmark is of no state of this database')
    const replica = this.replicas[Math.floor(this.random() * this.replicas.length)]!
    const least = Math.max(from, replica.position)
    const more = this.random() < 0.7 ? 0 : Math.floor(this.random() * (this.log.length - least + 1))
    for (; replica.position < least + more; replica.position += 1) {
      const { statements, hasFailed } = this.log[replica.position]!
      if (!hasFailed) await runIn(replica.database, statements)
    }
    const results = await runIn(replica.database, statements)
    this.reads.replica += 1
    if (replica.position < this.log.length) this.reads.stale += 1
    return { results, seen: replica.position }
  }

  /**
   * Does one work after the other. It looks for its turn by itself, because an object must not wait for a promise of another one. What
   * was sent by an object that is lost never ends, so others wait for it for a while only.
   */
  private async inOrder<T>(work: () => Promise<T>): Promise<T> {
    const ticket = (this.lastTicket += 1)
    this.waiting.push(ticket)
    for (let looks = 0; this.waiting[0] !== ticket && looks < maxLooks; looks += 1)
      await new Promise((resolve) => setTimeout(resolve, 1))
    try {
      return await work()
    } finally {
      this.waiting.splice(0, this.waiting.indexOf(ticket) + 1)
    }
  }
}

/** Makes the tables of the replicas. */
export async function prepareReplicas(replicas: readonly D1Database[] = usualReplicas()): Promise<void> {
  for (const database of replicas) {
    const tables = await database.prepare("select 1 from sqlite_master where name = 'realm'").first()
    if (tables === null) await runScript(env.SCHEMA, database)
  }
}
