/** What an account used last in this browser, the latest first. */
export interface RecentlyUsed {
  all(user_id: number): readonly string[]
  note(user_id: number, what: string): void
}

/** Keeps up to `maxEntries` of a kind for each account until it logs out. */
export function recentlyUsed(kind: string, maxEntries: number): RecentlyUsed {
  const nameFor = (user_id: number): string => `text:${kind}:${user_id}`

  function all(user_id: number): readonly string[] {
    try {
      return JSON.parse(localStorage.getItem(nameFor(user_id)) ?? '[]') as string[]
    } catch {
      return []
    }
  }

  return {
    all,
    note(user_id, what) {
      const entries = [what, ...all(user_id).filter((one) => one !== what)].slice(0, maxEntries)
      try {
        localStorage.setItem(nameFor(user_id), JSON.stringify(entries))
      } catch {
        // localStorage is blocked or full.
      }
    },
  }
}

/**
 * Deletes the entries of all accounts except `but`. Local drafts share the prefix `text:`, but an account id follows it there.
 */
export function eraseRecentlyUsed(but?: number): void {
  for (const name of Object.keys(localStorage))
    if (/^text:\D/.test(name) && !name.endsWith(`:${but}`)) localStorage.removeItem(name)
}
