import { parsedJson } from '../base/json'

/** Something that a realm is still to do, with everything that the work needs. */
export interface AgendaItem<T = unknown> {
  readonly key: string
  /** When it is due, in UNIX seconds. */
  readonly due: number
  /** JSON. */
  readonly input: T
}

/**
 * Work that a realm has to do within minutes or days, such as sending notifications. It is stored in the object's own storage, so
 * it costs no row of the database and survives an eviction. What must last longer belongs into the database.
 */
export interface Agenda {
  get(key: string): AgendaItem | undefined
  items(): Iterable<AgendaItem>
  /**
   * Stores an item at once, even if the change of the turn fails, and replaces one with the same key. So whoever does the work
   * looks first whether there is still a reason for it. It writes a row of the object's storage.
   */
  put(item: AgendaItem): void
  delete(key: string): void
}

/** If the object is lost while it does what an item asks for, the item is due again after this many seconds. */
export const lostWorkSeconds = 60

/**
 * Of the items whose keys begin with a prefix, those that are due and have no job yet. `next` says when to look again, in UNIX seconds;
 * null: never.
 */
export function dueItems<T>(
  { agenda, jobs, now }: { agenda: Agenda; jobs: { has(key: string): boolean }; now: number },
  prefix: string,
): { due: readonly AgendaItem<T>[]; next: number | null } {
  const idle = [...agenda.items()].filter(({ key }) => key.startsWith(prefix) && !jobs.has(key)) as AgendaItem<T>[]
  const due = idle.filter((item) => item.due <= now)
  const dues = idle.filter((item) => item.due > now).map((item) => item.due)
  const next = due.length > 0 ? [now + lostWorkSeconds, ...dues] : dues
  return { due, next: next.length > 0 ? Math.min(...next) : null }
}

/** The agenda in a table of the object's storage, and in memory once it was read. */
export class StoredAgenda implements Agenda {
  private byKey: Map<string, AgendaItem> | null = null

  constructor(private readonly storage: Pick<SqlStorage, 'exec'>) {}

  get(key: string): AgendaItem | undefined {
    return this.stored.get(key)
  }

  items(): Iterable<AgendaItem> {
    return this.stored.values()
  }

  put(item: AgendaItem): void {
    const { key, due, input } = item
    const { stored } = this
    this.storage.exec(
      'insert or replace into agenda (key, due, input) values (?, ?, ?)',
      key,
      due,
      JSON.stringify(input),
    )
    stored.set(key, item)
  }

  delete(key: string): void {
    if (this.stored.delete(key)) this.storage.exec('delete from agenda where key = ?', key)
  }

  private get stored(): Map<string, AgendaItem> {
    this.byKey ??= this.read()
    return this.byKey
  }

  private read(): Map<string, AgendaItem> {
    this.storage.exec(
      'create table if not exists agenda (key text primary key, due real not null, input text not null) without rowid',
    )
    const rows = this.storage.exec<{ key: string; due: number; input: string }>('select key, due, input from agenda')
    const items = rows.toArray().map(({ input, ...item }) => ({ ...item, input: parsedJson(input) }))
    // What cannot be read is no reason to do nothing else.
    return new Map(items.filter(({ input }) => input !== undefined).map((item) => [item.key, item]))
  }
}
