import { firstDatabase, hasSeveralDatabases, sourceOf, type RealmDatabase, type Source } from '../sql/databases'
import { Database, type BatchCost } from '../sql/database'
import { fragment, type Fragment } from '../sql/sql'

/** Seconds for which an isolate of the Worker remembers in which database an organization is. */
export const placeSeconds = 600

/** The entry of the directory for a realm. Realms without an entry are in the first database. */
export interface PlaceRow {
  readonly database: string
  readonly moves: number
  /** 1: the realm may go to another database at any moment, so nobody may remember this row. */
  readonly is_moving: number
}

export const placeOfRealm = (realm_id: number): Fragment =>
  fragment`select database, moves, is_moving from realm_place where realm_id = ${realm_id}`

interface PlaceDeps {
  readonly kv: SyncKvStorage
  readonly env: () => Env
  /** Gets the cost of each look into the directory. */
  readonly onAnswer: (cost: BatchCost) => void
}

/** In which database a realm's object reads and writes. The object stores this, so that it need not read the directory when it wakes. */
export class Place {
  private looking: Promise<RealmDatabase> | null = null

  constructor(private readonly deps: PlaceDeps) {}

  /** The realm's database. */
  readonly database = (): Source | Promise<Source> => {
    const env = this.deps.env()
    if (!hasSeveralDatabases(env)) return env.DB
    const { stored } = this
    return stored === undefined ? this.readOnce().then((place) => sourceOf(env, place)) : sourceOf(env, stored)
  }

  /** Whether the place was stored. Then it may be out of date, unless the realm's rows are found there. */
  get isRemembered(): boolean {
    return hasSeveralDatabases(this.deps.env()) && this.stored !== undefined
  }

  /** From now on, the directory says where the realm is. */
  forget(): void {
    this.deps.kv.delete('database')
  }

  /** The realm's place. Looks into the directory if it is not stored. */
  async current(): Promise<RealmDatabase> {
    return this.stored ?? this.readOnce()
  }

  /** The realm is there from now on. */
  set({ name, moves }: RealmDatabase): void {
    const { kv } = this.deps
    kv.put('database', name)
    if ((kv.get<number>('moves') ?? 0) !== moves) kv.put('moves', moves)
  }

  private get stored(): RealmDatabase | undefined {
    const { kv } = this.deps
    const name = kv.get<string>('database')
    return name === undefined ? undefined : { name, moves: kv.get<number>('moves') ?? 0 }
  }

  private readOnce(): Promise<RealmDatabase> {
    return (this.looking ??= this.read().finally(() => (this.looking = null)))
  }

  private async read(): Promise<RealmDatabase> {
    const { env, onAnswer, kv } = this.deps
    const realm_id = kv.get<number>('realm_id')!
    const [answer, relocations] = await new Database(env().DB, onAnswer).send([
      placeOfRealm(realm_id),
      fragment`select 1 from relocation where realm_id = ${realm_id}`,
    ])
    const [row] = answer!.rows as unknown as PlaceRow[]
    const place = { name: row?.database ?? firstDatabase, moves: row?.moves ?? 0 }
    this.set(place)
    // The object may have lost its storage during a move.
    if (relocations!.rows.length > 0) kv.put('has_relocation', true)
    return place
  }
}
