/** What one account used last in this browser, the last one first. */
export interface RecentlyUsed {
  all(user_id: number): readonly string[]
  note(user_id: number, what: string): void
}

/** Remembers so many of a kind for each account, for as long as it is logged in. */
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
        // The browser keeps nothing.
      }
    },
  }
}

/** Forgets what was used by accounts, but by one. Beside it are the texts that are being written: theirs have the account first. */
export function eraseRecentlyUsed(but?: number): void {
  for (const name of Object.keys(localStorage))
    if (/^text:\D/.test(name) && !name.endsWith(`:${but}`)) localStorage.removeItem(name)
}
