/** What the object lends to work that no client asked for. */
export interface OwnWork {
  readonly env: Env
  readonly realm_id: number
  /** Performs an action of the realm itself. Throws its refusal. */
  readonly perform: (name: string, input: unknown) => Promise<unknown>
}
