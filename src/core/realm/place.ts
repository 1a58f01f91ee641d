import { databaseNamed, firstDatabase, hasSeveralDatabases, type DatabaseName } from '../sql/databases'
import { Database, fragment, type BatchCost, type Fragment } from '../sql/sql'

/** The entry of the directory for a realm. Realms without an entry are in the first database. */
export interface PlaceRow {
  readonly database: DatabaseName
}

export const placeOfRealm = (realm_id: number): Fragment =>
  fragment`select database from realm_place where realm_id = ${realm_id}`

interface PlaceDeps {
  readonly kv: SyncKvStorage
  readonly env: () => Env
  /** Gets the cost of each look into the directory. */
  readonly onAnswer: (cost: BatchCost) => void
}

/** The database that a realm's object reads and writes. The object stores its name, so that waking costs no look into the directory. */
export class Place {
  private looking: Promise<DatabaseName> | null = null

  constructor(private readonly deps: PlaceDeps) {}

  /** The realm's database. */
  readonly database = (): D1Database | Promise<D1Database> => {
    const env = this.deps.env()
    if (!hasSeveralDatabases(env)) return env.DB
    const { stored } = this
    return stored === undefined ? this.look().then((name) => databaseNamed(env, name)) : databaseNamed(env, stored)
  }

  /** Whether the name was stored. Then it may be out of date, unless the realm's rows are found there. */
  get isRemembered(): boolean {
    return hasSeveralDatabases(this.deps.env()) && this.stored !== undefined
  }

  /** From now on, the directory says where the realm is. */
  forget(): void {
    this.deps.kv.delete('database')
  }

  private get stored(): DatabaseName | undefined {
    return this.deps.kv.get<DatabaseName>('database')
  }

  private look(): Promise<DatabaseName> {
    return (this.looking ??= this.read().finally(() => (this.looking = null)))
  }

  private async read(): Promise<DatabaseName> {
    const { env, onAnswer, kv } = this.deps
    const [answer] = await new Database(env().DB, onAnswer).send([placeOfRealm(kv.get<number>('realm_id')!)])
    const [row] = answer!.rows as unknown as PlaceRow[]
    const name = row?.database ?? firstDatabase
    kv.put('database', name)
    return name
  }
}
