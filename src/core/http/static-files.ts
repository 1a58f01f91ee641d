import { TrieRouter } from 'hono/router/trie-router'

/** Answers requests for static files at paths for which the platform asks the Worker before it looks for a file. */
export interface StaticFiles {
  /** Whether there may be a file at a path. */
  has(path: string): boolean
  /** The file with its own headers; null if there is no such file. */
  answer(request: Request, env: Env): Promise<Response | null>
}

/** `patterns` are those of Hono. */
export function staticFiles(patterns: readonly string[]): StaticFiles {
  const router = new TrieRouter<true>()
  for (const pattern of patterns) router.add('ALL', pattern, true)
  return {
    has: (path) => router.match('ALL', path)[0].length > 0,
    async answer(request, { ASSETS }) {
      const response = (await ASSETS?.fetch(request)) ?? null
      return response?.status === 404 ? null : response
    },
  }
}
