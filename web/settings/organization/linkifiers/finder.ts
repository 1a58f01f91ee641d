import { trustedScript } from '../../../lib/trusted-script'
// oxlint-disable-next-line import/default -- the build makes it
import address from './finding?worker&url'
import type { LinkSearchResult, LinkSearch } from './finding'

/** Milliseconds until a search is given up because a pattern is too slow. */
const patience = 3000

export interface Finder {
  /** Finds links in a text; null if it took too long. */
  find(what: Omit<LinkSearch, 'id'>): Promise<LinkSearchResult | null>
  close(): void
}

let script: string | null = null

/** Finds links in a web worker, so that a slow pattern cannot block the page. */
export function createFinder(): Finder {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Map<number, (found: LinkSearchResult | null) => void>()

  function start(): Worker {
    script ??= trustedScript('rivulet-links', address)
    const started = new Worker(script)
    started.addEventListener('message', ({ data }: MessageEvent<LinkSearchResult>) => waiting.get(data.id)?.(data))
    return started
  }

  function stop(): void {
    worker?.terminate()
    worker = null
    for (const giveUp of waiting.values()) giveUp(null)
  }

  return {
    find(what) {
      const id = (last += 1)
      return new Promise((resolve) => {
        const timer = setTimeout(stop, patience)
        waiting.set(id, (found) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(found)
        })
        worker ??= start()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
        worker.postMessage({ ...what, id } satisfies LinkSearch)
      })
    },
    close: stop,
  }
}
