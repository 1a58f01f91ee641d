import { beginningOf, noUserAddress, responseOutside, withinSeconds } from '../../core/base/fetch-outside'
import type { RefusalReason } from '../../core/base/errors'
import { mebibyte } from '../../core/base/units'
import { rivulet_version } from '../../realm/version'
import type { Problem } from '../failures'
import type { PollFailure } from './state'

/** A version of a feed that was read before. */
export interface FeedVersion {
  readonly etag: string | null
  readonly last_modified: string | null
}

/** Why a feed could not be read. */
export interface FeedFailure extends PollFailure {
  readonly problem: Problem & { readonly reason: RefusalReason }
}

/** What a server answered. */
export type FeedResponse =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'document'
      /** After redirects. */
      readonly url: string
      readonly type: string
      readonly bytes: Uint8Array
      readonly version: FeedVersion
      /** How long caches may keep it, in seconds; null if the server does not say. */
      readonly maxAgeSeconds: number | null
    }
  | ({ readonly kind: 'failed' } & FeedFailure)

/** Seconds to wait for a server. */
const timeoutSeconds = 10

/** Bytes of a document that are read. What follows is left out: the newest entries come first. */
const maxBytes = mebibyte

/** Characters of a header that is stored. */
const maxHeaderCharacters = 500

const headers = {
  Accept: 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8',
  'User-Agent': `Rivulet/${rivulet_version} (feeds)`,
  ...noUserAddress,
}

/** Fetches a feed, if `mayAsk` admits its address and those of all redirects. It throws nothing that the server causes. */
export async function fetchFeed(
  address: string,
  { etag, last_modified }: FeedVersion,
  mayAsk: (url: URL) => boolean,
): Promise<FeedResponse> {
  const addressUrl = URL.parse(address)
  if (addressUrl === null || !mayAsk(addressUrl))
    return feedFailure('feed_not_public', 'The address is none of a public server')
  const conditions = {
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(last_modified !== null && { 'If-Modified-Since': last_modified }),
  }
  try {
    return await withinSeconds(timeoutSeconds, async (signal) => {
      const request = { method: 'GET', headers: { ...headers, ...conditions } } as const
      const { url, response } = await responseOutside(address, request, { signal, mayAsk })
      return await answerOf(url, response)
    })
  } catch {
    return feedFailure(
      'feed_unreachable',
      `The server cannot be reached, or takes longer than ${timeoutSeconds} seconds`,
    )
  }
}

async function answerOf(url: string, response: Response): Promise<FeedResponse> {
  const { status, body } = response
  if (status >= 200 && status <= 299) {
    const { bytes } = await beginningOf(body, maxBytes)
    return {
      kind: 'document',
      url,
      type: response.headers.get('Content-Type') ?? '',
      bytes,
      version: { etag: storable(response, 'ETag'), last_modified: storable(response, 'Last-Modified') },
      maxAgeSeconds: maxAgeOf(response),
    }
  }
  await body?.cancel()
  if (status === 304) return { kind: 'unchanged' }
  if (status >= 300 && status <= 399)
    return feedFailure(
      'feed_redirects',
      'The server redirects too often, or to an address that is none of a public server',
    )
  const failure =
    status === 410
      ? feedFailure('feed_gone', 'The feed is gone for good (status 410)')
      : feedFailure('feed_status', `The server answers with status ${status}`)
  return { ...failure, retryAfterSeconds: retryAfterOf(response), isGone: status === 410 }
}

/** A failure with its reason, and in words for the owner. */
export const feedFailure = (reason: RefusalReason, problem: string): { readonly kind: 'failed' } & FeedFailure => ({
  kind: 'failed',
  problem: { problem, code: 'BAD_REQUEST', reason },
  retryAfterSeconds: null,
  isGone: false,
})

/** A header as it was sent; null if it is missing, or too long to be stored. */
function storable({ headers: sent }: Response, name: string): string | null {
  const value = sent.get(name)
  return value === null || value.length > maxHeaderCharacters ? null : value
}

function maxAgeOf({ headers: sent }: Response): number | null {
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(sent.get('Cache-Control') ?? '')?.[1]
  return seconds === undefined ? null : Number(seconds)
}

/** `Retry-After` in seconds, which may be a date. */
function retryAfterOf({ headers: sent }: Response): number | null {
  const value = sent.get('Retry-After')?.trim() ?? ''
  if (/^\d{1,10}$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000)
}
