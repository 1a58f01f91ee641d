/** What one account used last in this browser, the last one first. */
export interface RecentlyUsed {
  all(user_id: number): readonly string[]
  note(user_id: number, what: string): void
}

/** Remembers so many of a kind, beside the texts of the compose box: all are forgotten when somebody logs out. */
export function recentlyUsed(kind: string, most: number): RecentlyUsed {
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
      const now = [what, ...all(user_id).filter((one) => one !== what)].slice(0, most)
      try {
        localStorage.setItem(nameFor(user_id), JSON.stringify(now))
      } catch {
        // The browser keeps nothing.
      }
    },
  }
}
