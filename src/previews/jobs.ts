import type { JobKind, JobContext } from '../core/jobs/job-kind'
import { askOutside, withinSeconds } from '../core/base/fetch-outside'
import type { EmbeddedPage } from '../markdown/embeds'
import { realmById } from '../realm/queries'
import { outsideAddress, ownHosts } from './addresses'
import { pageIn } from './page'

/** Pages to fetch for a message. */
export interface UnknownPages {
  message_id: number
  urls: readonly string[]
  /** Id of the account whose share the job uses: the author, or the owner if the author is a bot. */
  owner_id: number
  /** The pool that this share is in, if any. */
  pool?: number | undefined
  /** Scheme and host of the realm. */
  origin: string
}

/** Seconds for all pages of a message together. */
const timeoutSeconds = 8

/** Maximal bytes of a page that are read, because its metadata is at the beginning. */
const maxBytes = 512 * 1024

/** Fetches pages that a message links to. */
export const lookUpPages: JobKind = {
  run: pagesAt,
  action: 'showPages',
  canWait: true,
  ownerOf: ({ owner_id }: UnknownPages) => owner_id ?? null,
  poolOf: ({ pool }: UnknownPages) => pool,
}

/** Previews in the order of the addresses, null for a page without one. Null if the organization is deactivated. */
async function pagesAt(
  { urls, origin }: UnknownPages,
  { env, sql, realm_id }: JobContext,
): Promise<(EmbeddedPage | null)[] | null> {
  if ((await realmById(sql, realm_id))!.deactivated) return null
  const own = ownHosts(origin, env)
  const pages = await withinSeconds(timeoutSeconds, (signal) =>
    Promise.allSettled(urls.map((url) => fetchPage(url, own, signal))),
  )
  return pages.map((page) => (page.status === 'fulfilled' ? page.value : null))
}

const headers = { Accept: 'text/html, application/xhtml+xml', 'User-Agent': 'Rivulet (link previews)' }

async function fetchPage(address: string, own: readonly string[], signal: AbortSignal): Promise<EmbeddedPage | null> {
  if (outsideAddress(address, undefined, own) === null) return null
  const answer = await askOutside(
    address,
    { method: 'GET', headers },
    { signal, maxBytes, mayAsk: (url) => outsideAddress(url.href, undefined, own) !== null, wants: isPage },
  )
  if (!isPage(answer)) return null
  const { url, type, bytes } = answer
  return pageIn(new TextDecoder(charset(type, bytes)).decode(bytes), (image) => outsideAddress(image, url, own))
}

const isPage = ({ status, type }: { status: number; type: string }): boolean =>
  status >= 200 && status < 300 && /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)

/** The character set of a page, from its `Content-Type` or from a `<meta>` near its beginning. */
function charset(type: string, bytes: Uint8Array): string {
  const near = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return (
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(type)?.[1] ??
    /<meta\s[^>]*charset\s*=\s*["']?([\w:.-]+)/i.exec(near)?.[1] ??
    'utf-8'
  )
}
