/** A database of a deployment, as `wrangler.toml` names it. */
export interface D1Binding {
  /** `DB`, `DB_2`, … */
  readonly binding: string
  /** What the account calls it. */
  readonly name: string
  /** Where wrangler stores its local copy: by its id, if a deployment has given it one, or by its binding. */
  readonly localId: string
}

/** The databases that a configuration binds, in its order. Lines that are commented out do not count. */
export function databasesIn(config: string): D1Binding[] {
  const blocks = config.split(/^(?=\[)/m).filter((block) => block.startsWith('[[d1_databases]]'))
  return blocks.map((block) => {
    const value = (key: string) => new RegExp(`^${key} *= *"(.+)"`, 'm').exec(block)?.[1]
    const binding = value('binding') ?? 'DB'
    return {
      binding,
      name: value('database_name') ?? binding,
      localId: value('preview_database_id') ?? value('database_id') ?? binding,
    }
  })
}
